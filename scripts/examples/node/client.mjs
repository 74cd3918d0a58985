// What does a player's program need? Written from protocol/PROTOCOL.md alone, P-… cite it. Plays one whole game without
// knowing a rule; how it ended is one line of JSON on standard output. Exit code: 0 played to the end, 1 not, 2 usage.

import { createHash } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import { parseArgs } from 'node:util';
import { decode, encode } from '@msgpack/msgpack';

const LONGEST_BODY = 65536; // bytes, from a server (P-2.3)
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
/** TLS 1.3 (P-20.2). No certificate is believed: a server is its key (P-20.4). */
const TLS = { ALPNProtocols: ['uno/1'], minVersion: 'TLSv1.3', rejectUnauthorized: false };
/** The fingerprint of a key: the first 130 bits of its SHA-256, in base32 (P-20.4). */
const fingerprint = (key) => (BigInt(`0x${createHash('sha256').update(key).digest('hex').slice(0, 33)}`) >> 2n)
  .toString(32).padStart(26, '0').replace(/./gu, (each) => BASE32[parseInt(each, 32)]);

/** What a server must keep to. If it does not, the client begins anew (P-13.4). */
const must = (held, what) => { if (!held) throw new Error(what); };
/** Text from the network as it may be shown: one line, and nothing that moves or hides other text (P-13.3). */
const clean = (text) => Array.from(String(text ?? '').replace(/[\s\u0085]+/gu, ' ')).slice(0, 300).join('')
  .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '').replace(/(\p{M}{3})\p{M}+/gu, '$1');
const tell = (...texts) => console.error('%s', texts.map(clean).join(' '));
/** A number of seconds as it was told, if it makes sense, else the usual one. */
const seconds = (told, usual, least, most) => (told >= least && told <= most ? Number(told) : usual);
/** One body as a message: a msgpack map with its type under `t`, without binary and extensions (P-3). */
function read(body) {
  const message = decode(body, { maxArrayLength: 1024, maxMapLength: 256, maxBinLength: 0, maxExtLength: 0 });
  must(typeof message?.t === 'string', 'a body that is no message');
  return message;
}

/** One connection: TLS (P-20), frames (P-2) and heartbeats (P-4.3).
 * Its owner is told `received` and `broken`, last `ended`, and is asked about the key: `trusts`. */
class Link {
  constructor({ secret, ...place }, owner) {
    Object.assign(this, { owner, kept: Buffer.alloc(0) });
    const begin = () => this.send({ t: 'hello', versions: [2, 2] });
    const encrypted = () => tls.connect({ ...place, ...TLS }, () => this.trusted() && begin());
    this.socket = secret ? encrypted() : net.connect(place, begin);
    this.socket.setNoDelay(true);
    this.silence = setTimeout(() => this.socket.destroy(), 10_000); // until `welcome` tells how long
    this.socket.on('error', () => {}); // 'close' follows
    this.socket.on('data', (chunk) => { try { this.cut(chunk); } catch (fault) { owner.broken(fault); } });
    this.socket.on('close', () => { clearTimeout(this.silence); clearInterval(this.pings); owner.ended(); });
  }

  /** Whether the key is the right one; nothing is sent before (P-20.7). */
  trusted() {
    const spki = { type: 'spki', format: 'der' };
    const key = this.socket.getPeerX509Certificate()?.publicKey.export(spki);
    return this.socket.alpnProtocol === 'uno/1' && key && this.owner.trusts(fingerprint(key));
  }
  cut(chunk) {
    this.silence.refresh();
    this.kept = Buffer.concat([this.kept, chunk]); // never more than a frame and a chunk
    while (this.kept.length >= 4 && !this.socket.destroyed) {
      const length = this.kept.readUInt32BE(0);
      must(length > 0 && length <= LONGEST_BODY, 'a frame of a wrong length');
      if (this.kept.length < 4 + length) return; // the rest is on its way
      const body = this.kept.subarray(4, 4 + length);
      this.kept = this.kept.subarray(4 + length);
      this.owner.received(read(body));
    }
  }

  send(message) {
    const frame = Buffer.concat([Buffer.alloc(4), encode(message, { ignoreUndefined: true })]); // P-3.8
    frame.writeUInt32BE(frame.length - 4);
    this.socket.write(frame);
  }
  /** From `welcome` on. */
  beat(timeouts) {
    clearTimeout(this.silence); clearInterval(this.pings);
    this.silence = setTimeout(() => this.socket.destroy(), 1000 * seconds(timeouts?.silence, 14, 0.5, 60));
    this.pings = setInterval(() => this.send({ t: 'ping' }), 1000 * seconds(timeouts?.ping, 5, 0.25, 30));
  }
}

/** What an event changes in the little that is kept of a table (P-8). Kinds that are not here only count (P-8.5). */
const EVENTS = {
  seat_taken(table, { seat, name }) { table.names.set(seat, name); tell(name, 'sits down'); },
  seat_freed(table, { seat }) { table.names.delete(seat); },
  seats_moved(table, { seat, to }) { // the own seat has not moved: that is told by a snapshot (P-7.21)
    const moved = (each) => ({ [seat]: to, [to]: seat })[each] ?? each;
    table.names = new Map([...table.names].map(([each, name]) => [moved(each), name]));
    table.host = moved(table.host);
  },
  table_changed(table, { seats }) { table.seats = seats ?? table.seats; },
  host_changed(table, { seat }) { table.host = seat; },
  ready_changed(table, { seat, ready }) { if (seat === table.seat) table.ready = ready; },
  stand_in_changed(table, { seat, level }) { if (seat === table.seat) table.standIn = level; },
  phase_changed(table, { phase }) { Object.assign(table, { phase, ready: false }); },
  game_opened(table, { seated }) { table.game = { scores: seated.map(() => 0), round: 0, phase: 'between_rounds' }; },
  game_cleared(table) { Object.assign(table, { game: undefined, legal: undefined }); },
  round_dealt({ game }, { round }) { Object.assign(game, { round, phase: 'playing' }); tell('round', round); },
  player_left({ game }, { seat }) { game.scores[seat] = 0; },
  round_ended({ game }, { gains }) { game.scores = gains.map((gain, seat) => gain + (game.scores[seat] ?? 0)); },
  said(_, { name, text }) { tell(`${clean(name)}:`, text); },
  game_ended({ game }, { winners }) { Object.assign(game, { winners, phase: 'over' }); },
};
/** The same of a snapshot. */
const picture = ({ table: code, n, seat, room: { occupants, host, phase }, game }) => ({
  code, n, seat, host, phase, game, ready: occupants[seat]?.ready, standIn: occupants[seat]?.stand_in,
  seats: occupants.length, names: new Map(occupants.flatMap((who, each) => (who ? [[each, who.name]] : []))),
});
/** The kinds of listed actions, most urgent first, and what goes from each into its request (P-9.5). */
const MOVES = { uno: [], catch: ['target'], vote: ['rule'], name: ['colour'], choose: ['target'], give: ['card'],
  retain: ['card'], play: ['card'], accept: [], done: [], draw: [], keep: [], pass: [], challenge: [] };

/** One player: a session that outlives its connections (P-1.1), with at most one request on its way (P-10.3). */
class Player {
  constructor(wish) {
    Object.assign(this, { wish, lastId: 0, tries: 0, logins: 0, notBefore: 0, answered: new Set() });
    this.connect();
  }
  /** One more connection; the session and the picture of the table stay. */
  connect() {
    Object.assign(this, { began: Date.now(), pause: 0, entered: false }); // entered: this connection has the session
    this.link = new Link(this.wish.place, this);
  }
  /** The key of a link, else that of the first connection: it has to be the same every time (P-20.7). */
  trusts(found) {
    if (!this.wish.key) tell('the key of the server is', found);
    this.wish.key ??= found;
    if (this.wish.key !== found) this.finish(`another server answers: its key is ${found}, not ${this.wish.key}`);
    return !this.done;
  }
  /** Whatever a server may have sent: say so, and begin anew without a picture (P-8.5, P-13.4). */
  broken(fault) {
    tell('the server does not keep to the protocol:', fault.message);
    this.table = undefined;
    this.link.socket.destroy();
  }
  /** Back at once if the link had stood for long, else with pauses that grow and have chance in them (P-4.5, P-5.9). */
  ended() {
    this.tries = Date.now() - this.began > 5000 ? 1 : this.tries + 1;
    if (this.done || this.over || !this.server || this.tries > 40) return this.finish('no server of UNO answers');
    tell('the connection is lost; coming back');
    const growing = this.tries > 1 ? Math.min(5, 0.1 * 2 ** this.tries) * (0.5 + Math.random() / 2) : 0;
    setTimeout(() => this.connect(), 1000 * Math.max(growing, Math.min(this.pause, 5)));
  }
  /** One message. Types that are not here are ignored (P-11.1). */
  received(message) {
    switch (message.t) {
      case 'welcome': return this.enter(message);
      case 'ping': return this.link.send({ t: 'pong', nonce: message.nonce ?? undefined });
      case 'bye': return this.takeBye(message);
      case 'announcement': return tell('the server says:', message.text);
      case 'put_out': if (this.at === message.table) this.finish(`put out: ${message.code} ${message.text}`); break;
      case 'error': if (message.id == null) return this.takeError(message); break;
      case 'logged_in': Object.assign(this, { entered: true, logins: 0, token: message.token }); break;
      case 'resumed': this.takeResumed(message); break;
      case 'snapshot': this.table = picture(message); tell('at', message.room.name); this.answered.clear(); break;
      case 'entry': if (this.table?.code === message.table) this.takeEntry(message); break;
      case 'legal': if (this.table?.code === message.table) this.table.legal = message; break;
    }
    if (this.pending && message.id === this.pending.id) this.takeAnswer(message);
    return this.act();
  }
  /** Into the session: with the token if there is one for this server, by name if not (P-5.1, P-5.10). */
  enter({ version, server_id: server, name: title, timeouts, password: asks }) {
    if (this.server !== server) Object.assign(this, { server, token: undefined });
    const { token, table, wish: { name, password } } = this;
    if (version !== 2) return this.finish('the server speaks another version of the protocol'); // P-4.2
    if (asks && !token && password === undefined) return this.finish('the server asks for its --password'); // P-5.11
    if (asks && !token && !this.wish.safe) return this.finish('the password needs a link with #FINGERPRINT'); // P-20.8
    tell('this is', title);
    this.link.beat(timeouts);
    if (token) return this.link.send({ t: 'resume', token, table: table?.code, seen: table?.n });
    Object.assign(this, { at: undefined, table: undefined, pending: undefined, logins: this.logins + 1 });
    return this.link.send({ t: 'login', name, password });
  }
  /** The last message of a connection (P-4.5). After `bad_token` a new session may begin (P-5.6). */
  takeBye({ code, come_back: again, after, text }) {
    if (again !== true && (this.token || code !== 'bad_token')) this.finish(`the server closes: ${code} ${text ?? ''}`);
    this.pause = seconds(after, 0, 0, Infinity);
    this.link.socket.destroy();
  }
  /** An error without an id: about `login` or `resume`, or about the connection, and then `bye` follows (P-4.8). */
  takeError({ code, text }) {
    if (this.entered) return tell('the server complains:', code, text);
    if (code === 'bad_seq' && this.table) { this.table = undefined; return this.link.socket.destroy(); } // P-8.6
    if (code === 'name_taken' && this.logins > 1) return this.link.socket.destroy(); // by an own one: later again
    if (code !== 'bad_token') this.finish(`refused: ${code}; ${text ?? ''}`);
    this.token = undefined;
  }
  /** The session is back: entries follow, or a snapshot (P-8.6), and what had no answer is asked again (P-6.4). */
  takeResumed({ last_id: last, table: code }) {
    if (this.played && code == null) this.finish('the table is gone');
    if (this.table?.code !== code) this.table = undefined; // a snapshot of the other one follows
    Object.assign(this, { entered: true, at: code, lastId: Math.max(this.lastId, Number(last) || 0) });
    if (this.pending) this.link.send(this.pending);
  }
  /** The next entry of the table's log, and no other one (P-8.5). */
  takeEntry({ n, event }) {
    must(n === this.table.n + 1, 'an entry that does not follow');
    if (Object.hasOwn(EVENTS, event.k)) EVENTS[event.k](this.table, event);
    this.table.n = n;
    this.answered.clear(); // there is news
  }
  /** The one answer to the one request (P-6.2). */
  takeAnswer({ t: type, code, text, args, table: at }) {
    const { pending: { t: request }, asked, list, table } = this;
    this.pending = undefined;
    if (type === 'error') tell(request, 'is refused:', code, text);
    if (code === 'limit') this.notBefore = Date.now() + 1000 * seconds(args?.seconds, 1, 0, 3600); // P-10.4
    if (request === 'logout' || (request === 'join_table' && type !== 'joined')) this.finish('no seat there');
    this.answered.add(asked); // not again before there is news
    if (type === 'error' && code !== 'stale') return; // the rest of the list is as good as before
    if (type === 'joined') this.at = at;
    if (request === 'ready' && table) table.ready = true;
    if (list && list === table?.legal) table.legal = undefined; // used up; the next one is on its way
  }
  /** Sends a request with the next id, unless there was no news since it was answered. Gives whether it was sent. */
  ask(body, list) {
    const asked = JSON.stringify(body);
    if (this.answered.has(asked) || Date.now() < this.notBefore) return false;
    Object.assign(this, { asked, list, pending: { ...body, id: this.lastId += 1 } });
    this.link.send(this.pending);
    return true;
  }
  /** What is there to do now? Looked at after every message, and never while a request waits for its answer. */
  act() {
    const { wish, table } = this;
    this.played ||= table?.game?.phase === 'playing';
    const over = this.played && table?.seat != null && table.game?.phase === 'over';
    if (over) this.over ??= this.result(); // at once: whoever leaves first is gone from the table
    if (!this.entered || this.pending || this.done) return false;
    if (!this.at) return this.ask({ t: 'join_table', table: wish.table, new: wish.new });
    if (!table || table.seat == null) return false; // the snapshot is on its way
    const { game, legal, phase, host, seat, names, seats } = table;
    if (over) return this.ask({ t: 'logout' }); // the name is free again (P-5.19)
    if (phase === 'closed' || (this.played && !game)) return this.finish('the game was ended');
    if (table.standIn) return this.ask({ t: 'away', away: false }); // back into the own seat (P-7.23)
    if (phase === 'playing') return this.choose(legal);
    if (phase !== 'paused' && !table.ready) return this.ask({ t: 'ready' });
    return phase === 'waiting' && !game && host === seat && names.size === seats && this.ask({ t: 'start' });
  }
  /** The first listed action of the most urgent kind. Kinds that are not known are passed over (P-9.5). */
  choose({ decision, actions } = { actions: [] }) {
    return Object.entries(MOVES).some(([t, fields]) => actions.filter(({ k }) => k === t).some((action) => {
      const chosen = Object.fromEntries(fields.map((field) => [field, action[field]]));
      return this.ask({ t, decision, ...(t === 'play' ? { cards: [action.card] } : chosen) }, this.table.legal);
    })); // a play that asks for a colour or a player is asked for it afterwards
  }
  /** How the game ended, by name. */
  result() {
    const { seat: own, names, game: { winners, scores, round } } = this.table;
    const [winner, ...others] = winners.map((seat) => clean(names.get(seat)));
    const points = Object.fromEntries([...names].map(([seat, each]) => [clean(each), scores[seat] ?? 0]));
    return { name: clean(names.get(own)), winner: others.length ? null : winner, scores: points, rounds: round };
  }
  /** The end, well or not: nothing runs any more, so the process ends. */
  finish(why) {
    if (this.done) return;
    Object.assign(this, { done: true });
    if (this.over) console.log(JSON.stringify(this.over)); else tell(why);
    process.exitCode = this.over ? 0 : 1;
    this.link.socket.destroy();
  }
}

try {
  const text = { type: 'string' };
  const flags = { name: text, table: text, seats: text, bots: text, password: text, plain: { type: 'boolean' } };
  flags.set = { ...text, multiple: true };
  const { values, positionals: [server = ''] } = parseArgs({ options: flags, allowPositionals: true });
  const { name, seats, bots = '0', set = [], password, plain } = values;
  const place = /^(?:uno:\/\/)?\[?([^/#]+?)\]?(?::(\d+))?(?:\/([^#]*))?(?:#([a-z2-7]{26}))?$/u;
  const [, host, port = '7777', table = values.table, key] = place.exec(server) ?? [];
  must(host && name && table && /^\d+$/u.test(`${seats ?? 0}${bots}`), 'something is missing, or no number');
  must(!key || !plain, 'a link with a fingerprint is never spoken to without TLS'); // P-20.7
  const local = /^(127\.|::1$|localhost$)/u.test(host); // what nobody else can read (P-20.9)
  const secret = Boolean(key) || (!plain && !local);
  const wanted = { seats: seats && Number(seats), bots: Array(Number(bots)).fill('normal') };
  const options = Object.fromEntries(set.map((each) => each.split('=')));
  const door = { key, password, safe: Boolean(key) || (local && !secret) };
  new Player({ place: { host, port: Number(port), secret }, name, table, ...door, new: { ...wanted, options } });
} catch (fault) {
  tell('client.mjs:', fault.message);
  tell('usage: client.mjs HOST[:PORT][/TABLE][#FINGERPRINT] --name N [--table T] [--seats N] [--bots N]',
    '[--set option=value] [--password P] [--plain]');
  process.exitCode = 2;
}
