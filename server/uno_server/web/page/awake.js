/**
 * Keeps the screen on at a table: by a wake lock where the page came over https, else by a tiny film that the page makes.
 *
 * The film is the stream of a canvas: nothing is fetched. Blink wants it in view, WebKit wants a sound track and no mute. It
 * must start in a tap; where it is refused, the screen goes off as it always does.
 */
let lock = null;
let film = null;

/** Call it in each tap at a table. */
export async function keepAwake() {
  if (lock || (film && !film.paused)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
  } catch {
    film ??= made();
    film?.play().catch(() => {});
  }
}

function made() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 16;
  const pen = canvas.getContext("2d");
  if (!canvas.captureStream) return null;
  const stream = canvas.captureStream(1);
  const video = document.createElement("video");
  const webkit = /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);
  if (webkit && window.AudioContext) {
    const context = new window.AudioContext();
    const silence = context.createMediaStreamDestination();
    context.createGain().connect(silence);
    stream.addTrack(silence.stream.getAudioTracks()[0]);
  }
  Object.assign(video, { muted: !webkit, playsInline: true, srcObject: stream, className: "awake" });
  video.setAttribute("aria-hidden", "true");
  document.body.append(video);
  let light = 0;
  setInterval(() => {
    light = 1 - light;
    pen.fillStyle = `rgb(${light}, 0, 0)`;
    pen.fillRect(0, 0, 16, 16);
  }, 1000);
  return video;
}
