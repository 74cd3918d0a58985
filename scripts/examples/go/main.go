// Command unobot plays UNO on the local network as a computer player.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(log.Ltime)
	rand.Seed(time.Now().UnixNano()) // by itself, Go seeds from 1.20 on
	b := bot{seen: -1, seat: -1}
	flag.StringVar(&b.name, "name", "Gopher", "the player's name")
	flag.StringVar(&b.table, "table", "Gophers", "name or code of the table to join or open")
	seats := flag.Int("seats", 2, "seats of a table that is opened")
	bots := flag.String("bots", "", "computer players of a table that is opened: levels, such as normal,normal")
	flag.IntVar(&b.games, "games", 1, "games to play")
	flag.StringVar(&b.record, "record", "", "file for the record of the last game")
	flag.StringVar(&b.password, "server-password", "", "the server's password")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: unobot [options] HOST[:PORT]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 { // options may also follow the address
		b.addr = flag.Arg(0)
		flag.CommandLine.Parse(flag.Args()[1:])
	}
	if b.addr == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if _, _, err := net.SplitHostPort(b.addr); err != nil {
		b.addr = net.JoinHostPort(strings.Trim(b.addr, "[]"), "7777")
	}
	b.open = message{"seats": *seats}
	if *bots != "" {
		var levels []any
		for _, level := range strings.Split(*bots, ",") {
			levels = append(levels, level)
		}
		b.open["bots"] = levels
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := b.run(ctx); err != nil {
		log.Print(clean(err.Error()))
		os.Exit(1)
	}
	log.Print("good-bye")
}
