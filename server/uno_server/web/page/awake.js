/**
 * Keeps the screen on: by a wake lock, which needs https; else, or if refused, by a video of its own in a corner.
 * Blink wants the video in view, Gecko is content with a stream, WebKit wants picture and sound, unmuted, begun in a gesture.
 */
const FRAME = 1000; // milliseconds between two pictures of the video

let wanted = false, trying = false, listens = false;
let refused = null; // called once if the browser refuses both
let held = null; // lock or video
let film = null; // the video
let sound = null; // of the video

/** From now on the screen stays on, or may go off; `no` is called if the browser doesn't let it. */
export function stayAwake(on, no = null) {
  if (on === wanted) return;
  [wanted, refused] = [on, no];
  if (!listens) {
    for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, () => hold(true), { passive: true });
    document.addEventListener("visibilitychange", () => hold(false)); // a lock is lost when the page is hidden
    listens = true;
  }
  if (on) hold(false);
  else if (held) {
    if (held.release) held.release();
    else held.pause();
    held = null;
  }
}

async function hold(byHand) {
  if (!wanted || trying || document.hidden || (held && !held.released && !held.paused)) return;
  trying = true;
  held = await (navigator.wakeLock?.request("screen").catch(play) ?? play()).catch(() => null);
  trying = false;
  if (held && !wanted) stayAwake(false);
  if (held || !byHand) return;
  refused?.();
  refused = null;
}

async function play() {
  film ??= filmed();
  sound?.resume(); // a browser may have refused it before a gesture
  await film.play();
  return film;
}

/** A video of two black pictures, with silence where the browser asks for sound. */
function filmed() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 16;
  const pen = canvas.getContext("2d");
  const shown = canvas.captureStream(1);
  const webkit = /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent);
  if (webkit) {
    sound = new window.AudioContext();
    const end = sound.createMediaStreamDestination();
    for (const track of end.stream.getAudioTracks()) shown.addTrack(track);
  }
  const video = document.createElement("video");
  video.className = "awake";
  video.setAttribute("playsinline", "");
  video.setAttribute("aria-hidden", "true");
  Object.assign(video, { muted: !webkit, srcObject: shown });
  document.body.append(video);
  let dark = false;
  const paint = () => {
    dark = !dark;
    pen.fillStyle = dark ? "#000000" : "#000001";
    pen.fillRect(0, 0, 16, 16);
  };
  paint(); // a page whose video has no picture loads for ever
  setInterval(() => video.paused || paint(), FRAME);
  return video;
}
