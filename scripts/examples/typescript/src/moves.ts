// From a list of what may be done to a request (P-9.4, P-9.5). No rule of the game is known here.
import { dict, int, list, text, type Dict, type Message } from "./wire.js";

export type Move = Dict & { t: string };
const COLOURS = ["R", "Y", "G", "B"];
const ANSWERED_BY_NAME = new Set(["draw", "keep", "pass", "accept", "challenge", "done", "uno"]);
const WITH_FIELD: Readonly<Record<string, string>> = {
  name: "colour", catch: "target", choose: "target", vote: "rule", give: "card", retain: "card",
};

/** What is done first, lower is earlier; kinds of the same worth are chosen between at random. */
const WORTH: Readonly<Record<string, number>> = { uno: 0, catch: 1, play: 2, challenge: 8, draw: 9, keep: 9, pass: 9 };

export class Legal {
  readonly decision: number;
  readonly #moves: Move[];

  constructor(message: Message) {
    this.decision = int(message.decision) ?? -1;
    const actions = list(message.actions).map(dict).filter((each) => each !== undefined);
    const colour = favourite(actions);
    this.#moves = actions.map((each) => toMove(each, colour)).filter((each) => each !== undefined);
  }

  /** The move to make; `used` says that this list's question has been answered. */
  best(used: boolean, refused: ReadonlySet<string>): Move | undefined {
    return this.#moves
      .filter((move) => !(used && isAnswer(move)) && !refused.has(keyOf(move, this.decision)))
      .map((move) => ({ move, worth: (WORTH[move.t] ?? 5) + (isWild(move) ? 1 : 0) + Math.random() }))
      .sort((a, b) => a.worth - b.worth)[0]?.move;
  }
}

/** What makes two moves the same, whatever colour was named with them. */
export const keyOf = ({ colours: _, ...move }: Move, decision: number): string => JSON.stringify([decision, move]);
export const isAnswer = (move: Move): boolean => move.t !== "uno" && move.t !== "catch";
const isWild = (move: Move): boolean => move.t === "play" && move.colours !== undefined;

function toMove(action: Dict, colour: string): Move | undefined {
  const kind = text(action.k) ?? "";
  if (ANSWERED_BY_NAME.has(kind)) return { t: kind };
  if (kind === "play") {
    if (text(action.card) === undefined) return undefined;
    const named = list(action.asks).includes("name_colour");
    return { t: "play", cards: [action.card], ...(named && { colours: [colour] }) };
  }
  const field = Object.hasOwn(WITH_FIELD, kind) ? WITH_FIELD[kind] : undefined;
  if (field === undefined || action[field] === undefined || action[field] === null) return undefined;
  return { t: kind, [field]: action[field] };
}

/** The colour that most of the listed cards have; any, if none has one. */
function favourite(actions: readonly Dict[]): string {
  const count = (colour: string): number =>
    actions.filter(({ k, card }) => k === "play" && text(card)?.startsWith(colour)).length;
  const shuffled = COLOURS.map((colour) => ({ colour, score: count(colour) + Math.random() / 2 }));
  return shuffled.sort((a, b) => b.score - a.score)[0]!.colour;
}
