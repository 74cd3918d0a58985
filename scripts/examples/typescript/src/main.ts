#!/usr/bin/env node
import { parseArgs } from "node:util";
import { Player } from "./player.js";
import { clean, dict } from "./wire.js";

const USAGE = `usage: uno-bot HOST:PORT --table NAME --name NAME [options]
  --players N    as host, start with at least N players (default 2)
  --games N      leave after N games (default 1)
  --seats N      seats of a table that this opens (default 4)
  --bots N       computer players at a table that this opens (default 0)
  --new JSON     more settings of a table that this opens, such as {"bot_pause": 0}
  --verbose      say what happens, on standard error
The server's password is read from UNO_PASSWORD.`;

function usage(problem: string): never {
  console.error(`uno-bot: ${problem}\n${USAGE}`);
  process.exit(64);
}

function number(value: string, least: number, most: number): number {
  const result = Number(value);
  if (!Number.isInteger(result) || result < least || result > most) usage(`${value} is not from ${least} to ${most}`);
  return result;
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      table: { type: "string" },
      name: { type: "string" },
      players: { type: "string", default: "2" },
      games: { type: "string", default: "1" },
      seats: { type: "string", default: "4" },
      bots: { type: "string", default: "0" },
      new: { type: "string", default: "{}" },
      verbose: { type: "boolean", default: false },
    },
  });
  const address = /^(?:\[(?<v6>[^\]]+)\]|(?<plain>[^:]+))(?::(?<port>\d+))?$/.exec(positionals[0] ?? "")?.groups;
  const host = address?.v6 ?? address?.plain;
  if (host === undefined || positionals.length !== 1) usage("HOST:PORT is missing");
  if (values.table === undefined || values.name === undefined) usage("--table and --name are needed");
  const more = dict(JSON.parse(values.new)) ?? usage("--new is not an object");
  const bots = Array<string>(number(values.bots, 0, 9)).fill("normal");
  const { name } = values;
  new Player(
    {
      host,
      port: number(address?.port ?? "7777", 1, 65_535),
      table: values.table,
      name,
      settings: { seats: number(values.seats, 2, 10), ...(bots.length > 0 && { bots }), ...more },
      players: number(values.players, 2, 10),
      games: number(values.games, 1, 1_000_000),
      password: process.env.UNO_PASSWORD,
      log: (line) => values.verbose && console.error(`${clean(name)}: ${line}`),
      complain: (line) => console.error(`${clean(name)}: ${line}`),
    },
    (code) => process.exit(code),
  );
}

try {
  main();
} catch (error) {
  usage(error instanceof Error ? error.message : String(error));
}
