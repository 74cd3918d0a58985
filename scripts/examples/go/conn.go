package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"net"
	"time"
)

const (
	maxServerBody = 65536 // P-2.3
	outboxLength  = 1024  // messages that may wait for the server (P-10.5)
)

// retry is the reason why a connection was given up that may be made again.
type retry struct {
	why   string
	after time.Duration // the least time to wait
	fresh bool          // resume without seen (P-8.5)
}

func (r retry) Error() string { return r.why }

// conn is one greeted connection.
type conn struct {
	net.Conn
	r       *bufio.Reader
	welcome message
	maxBody int64
	ping    time.Duration
	silence time.Duration
	inbox   chan message
	outbox  chan []byte
	quit    chan struct{}
	lost    error // why inbox was closed
}

// greet connects and exchanges hello and welcome.
func greet(addr string) (*conn, error) {
	nc, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return nil, retry{why: err.Error()}
	}
	c := &conn{Conn: nc, r: bufio.NewReader(nc), maxBody: 1024, silence: 14 * time.Second,
		inbox: make(chan message), outbox: make(chan []byte, outboxLength), quit: make(chan struct{})}
	if err := c.hello(); err != nil {
		nc.Close()
		return nil, err
	}
	go c.read()
	go c.write()
	return c, nil
}

func (c *conn) hello() error {
	hello := message{"t": "hello", "versions": []any{2, 2}, "program": "unobot-go", "program_version": "1"}
	if _, err := c.Write(frame(encode(nil, hello))); err != nil {
		return retry{why: err.Error()}
	}
	for failed := ""; ; {
		m, err := c.receive()
		if err != nil {
			return err
		}
		switch m.text("t") {
		case "welcome":
			if v, _ := m.num("version"); v != 2 || m.text("server_id") == "" {
				return fmt.Errorf("the server welcomes in a version that was not offered")
			}
			c.welcome = m
			if n, ok := m.sub("limits").num("max_frame"); ok && n >= 1024 {
				c.maxBody = n
			}
			c.ping = timeout(m, "ping", 5)
			c.silence = timeout(m, "silence", 14)
			return nil
		case "error":
			failed = describe(m)
			if m.text("code") == "unsupported_version" {
				args := m.sub("args")
				lowest, _ := args.num("lowest")
				highest, _ := args.num("highest")
				older := "this client"
				if highest < 2 {
					older = "the server"
				}
				return fmt.Errorf("%s is older: the server speaks versions %d to %d, this client 2", older, lowest, highest)
			}
		case "bye":
			return farewell(m, failed)
		}
	}
}

// can says whether the server has a capability.
func (c *conn) can(what string) bool {
	for _, name := range c.welcome.list("capabilities") {
		if name == what {
			return true
		}
	}
	return false
}

// timeout reads a time-out, or takes the usual one if it makes no sense.
func timeout(welcome message, name string, usual float64) time.Duration {
	s, ok := welcome.sub("timeouts").seconds(name)
	if !ok || s <= 0 || s > 3600 {
		s = usual
	}
	return time.Duration(s * float64(time.Second))
}

// farewell makes an error of bye: a retry, or the end.
func farewell(m message, failed string) error {
	why := describe(m)
	if failed != "" {
		why = failed
	}
	if !m.flag("come_back") {
		return fmt.Errorf("the server has said good-bye: %s", why)
	}
	after, _ := m.seconds("after")
	after = math.Max(0, math.Min(after, 5)) // P-4.5
	return retry{why: why, after: time.Duration(after * float64(time.Second))}
}

func frame(body []byte) []byte {
	return append(binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(body)), uint32(len(body))), body...)
}

func (c *conn) receive() (message, error) {
	var head [4]byte
	c.SetReadDeadline(time.Now().Add(c.silence))
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		return nil, retry{why: "connection lost: " + err.Error()}
	}
	n := binary.BigEndian.Uint32(head[:])
	if n == 0 || n > maxServerBody {
		return nil, retry{why: fmt.Sprintf("the server announced a frame of %d bytes", n), fresh: true}
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(c.r, body); err != nil {
		return nil, retry{why: "connection lost: " + err.Error()}
	}
	m, err := decode(body)
	if err != nil {
		return nil, retry{why: err.Error(), fresh: true}
	}
	return m, nil
}

func (c *conn) read() {
	defer close(c.inbox)
	for {
		m, err := c.receive()
		if err != nil {
			c.lost = err
			return
		}
		select {
		case c.inbox <- m:
		case <-c.quit:
			return
		}
	}
}

func (c *conn) write() {
	for {
		select {
		case b := <-c.outbox:
			c.SetWriteDeadline(time.Now().Add(10 * time.Second))
			if _, err := c.Write(b); err != nil {
				c.Close() // the reader notices
				return
			}
		case <-c.quit:
			return
		}
	}
}

// send queues a body; it never waits.
func (c *conn) send(body []byte) error {
	if int64(len(body)) > c.maxBody {
		return fmt.Errorf("a message of %d bytes is longer than the server takes", len(body))
	}
	select {
	case c.outbox <- frame(body):
		return nil
	default:
		return retry{why: "the server does not read"}
	}
}

func (c *conn) end() {
	close(c.quit)
	c.Close()
}
