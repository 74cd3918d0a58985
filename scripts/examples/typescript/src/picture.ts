// What a bot has to know of its table: seats, phase and the number of the last entry (P-8).
import { dict, Fault, int, list, text, type Dict, type Message } from "./wire.js";

export interface Occupant {
  readonly bot: boolean;
  ready: boolean; // the mark of a person
  away: boolean; // a stand-in plays
}

export class Picture {
  readonly table: string;
  readonly seat: number | undefined;
  readonly occupants: (Occupant | undefined)[];
  seen: number;
  phase: string;
  host: number | undefined;
  hasGame: boolean; // else the next one must be started by the host (P-7.25)

  constructor(snapshot: Message) {
    const room = dict(snapshot.room);
    const table = text(snapshot.table);
    const seen = int(snapshot.n);
    const phase = text(room?.phase);
    if (!room || table === undefined || seen === undefined || phase === undefined)
      throw new Fault("a snapshot that makes no sense");
    this.table = table;
    this.seen = seen;
    this.phase = phase;
    this.seat = int(snapshot.seat);
    this.host = int(room.host);
    this.hasGame = dict(snapshot.game) !== undefined;
    this.occupants = list(room.occupants).slice(0, 10).map(occupant);
    if (this.seat !== undefined && !this.occupants[this.seat]) throw new Fault("a snapshot that contradicts itself");
  }

  get me(): Occupant | undefined {
    return this.seat === undefined ? undefined : this.occupants[this.seat];
  }

  get seated(): Occupant[] {
    return this.occupants.filter((each) => each !== undefined);
  }

  /** Applies an event; one of an unknown kind changes nothing. */
  apply(n: number, event: Dict): void {
    if (n !== this.seen + 1) throw new Fault(`entry ${n} after entry ${this.seen}`);
    const seat = int(event.seat) ?? -1;
    const who = this.occupants[seat];
    switch (event.k) {
      case "game_opened":
        this.hasGame = true;
        break;
      case "game_cleared":
        this.hasGame = false;
        break;
      case "phase_changed":
        this.phase = text(event.phase) ?? this.phase;
        if (["between_rounds", "finished", "waiting"].includes(this.phase)) this.#clearMarks();
        break;
      case "host_changed":
        this.host = int(event.seat);
        break;
      case "seat_taken":
        if (seat >= 0 && seat < 10) this.occupants[seat] = occupant(event);
        break;
      case "seat_freed":
        if (who) this.occupants[seat] = undefined;
        break;
      case "ready_changed":
        if (who) who.ready = event.ready === true;
        break;
      case "stand_in_changed":
        if (who) who.away = typeof event.level === "string";
        break;
    }
    this.seen = n;
  }

  #clearMarks(): void {
    for (const each of this.seated) each.ready = false;
  }
}

/** Computer players are always ready, and so is a person with a stand-in (P-7.7). */
export const isReady = (who: Occupant): boolean => who.bot || who.away || who.ready;

function occupant(value: unknown): Occupant | undefined {
  const fields = dict(value);
  if (!fields) return undefined;
  return {
    bot: typeof fields.bot === "string",
    ready: fields.ready === true,
    away: typeof fields.stand_in === "string",
  };
}
