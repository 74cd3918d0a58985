package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sort"
	"unicode/utf8"
)

// message is the content of one map of the protocol. Values are nil, bool,
// int64, float64, string, []any and message (P-3.2).
type message map[string]any

const maxDepth = 8 // P-3.3

var errCodec = errors.New("the server sent what is not msgpack as agreed")

// encode appends v in the shortest form.
func encode(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, 0xc0)
	case bool:
		if v {
			return append(b, 0xc3)
		}
		return append(b, 0xc2)
	case int:
		return encodeInt(b, int64(v))
	case int64:
		return encodeInt(b, v)
	case string:
		switch n := len(v); {
		case n < 32:
			b = append(b, 0xa0|byte(n))
		case n < 1<<8:
			b = append(b, 0xd9, byte(n))
		default:
			b = binary.BigEndian.AppendUint16(append(b, 0xda), uint16(n))
		}
		return append(b, v...)
	case []any:
		if n := len(v); n < 16 {
			b = append(b, 0x90|byte(n))
		} else {
			b = binary.BigEndian.AppendUint16(append(b, 0xdc), uint16(n))
		}
		for _, e := range v {
			b = encode(b, e)
		}
		return b
	case message:
		b = append(b, 0x80|byte(len(v))) // ours have fewer than 16 keys
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			b = encode(encode(b, k), v[k])
		}
		return b
	}
	panic(fmt.Sprintf("cannot encode %T", v))
}

func encodeInt(b []byte, n int64) []byte {
	switch {
	case n >= -32 && n < 128:
		return append(b, byte(n))
	case n >= 0 && n < 1<<8:
		return append(b, 0xcc, byte(n))
	case n >= 0 && n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, 0xcd), uint16(n))
	case n >= 0 && n < 1<<32:
		return binary.BigEndian.AppendUint32(append(b, 0xce), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(b, 0xd3), uint64(n))
}

// decode reads a body: exactly one map.
func decode(body []byte) (m message, err error) {
	d := decoder{rest: body}
	defer func() { // take and value panic with errCodec alone
		if r := recover(); r != nil {
			if r != errCodec {
				panic(r)
			}
			m, err = nil, errCodec
		}
	}()
	m, ok := d.value(1).(message)
	if !ok || len(d.rest) > 0 {
		return nil, errCodec
	}
	return m, nil
}

type decoder struct{ rest []byte }

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		panic(errCodec)
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

// number reads an unsigned big-endian number of size bytes.
func (d *decoder) number(size int) (n uint64) {
	for _, b := range d.take(uint64(size)) {
		n = n<<8 | uint64(b)
	}
	return n
}

func (d *decoder) value(depth int) any {
	switch c := byte(d.number(1)); {
	case c < 0x80 || c >= 0xe0:
		return int64(int8(c))
	case c < 0x90:
		return d.table(uint64(c&0x0f), depth)
	case c < 0xa0:
		return d.array(uint64(c&0x0f), depth)
	case c < 0xc0:
		return d.text(uint64(c & 0x1f))
	case c == 0xc0:
		return nil
	case c == 0xc2 || c == 0xc3:
		return c == 0xc3
	case c == 0xca:
		return float64(math.Float32frombits(uint32(d.number(4))))
	case c == 0xcb:
		return math.Float64frombits(d.number(8))
	case c >= 0xcc && c <= 0xcf:
		n := d.number(1 << (c - 0xcc))
		if n > math.MaxInt64 {
			panic(errCodec) // P-3.9
		}
		return int64(n)
	case c >= 0xd0 && c <= 0xd3:
		size := 1 << (c - 0xd0)
		shift := 64 - 8*size
		return int64(d.number(size)<<shift) >> shift
	case c >= 0xd9 && c <= 0xdb:
		return d.text(d.number(1 << (c - 0xd9)))
	case c == 0xdc || c == 0xdd:
		return d.array(d.number(2<<(c-0xdc)), depth)
	case c == 0xde || c == 0xdf:
		return d.table(d.number(2<<(c-0xde)), depth)
	}
	panic(errCodec)
}

func (d *decoder) text(n uint64) string {
	b := d.take(n)
	if !utf8.Valid(b) {
		panic(errCodec)
	}
	return string(b)
}

func (d *decoder) array(n uint64, depth int) []any {
	if depth > maxDepth || n > uint64(len(d.rest)) {
		panic(errCodec)
	}
	a := make([]any, n)
	for i := range a {
		a[i] = d.value(depth + 1)
	}
	return a
}

func (d *decoder) table(n uint64, depth int) message {
	if depth > maxDepth || n > uint64(len(d.rest)) {
		panic(errCodec)
	}
	m := make(message)
	for ; n > 0; n-- {
		k, ok := d.value(depth + 1).(string)
		if _, twice := m[k]; !ok || twice {
			panic(errCodec)
		}
		m[k] = d.value(depth + 1)
	}
	return m
}

// The readers below give the zero value for a field that is absent, nil, or
// not of its kind.

func (m message) text(key string) string { s, _ := m[key].(string); return s }
func (m message) flag(key string) bool   { b, _ := m[key].(bool); return b }
func (m message) sub(key string) message { s, _ := m[key].(message); return s }
func (m message) list(key string) []any  { l, _ := m[key].([]any); return l }

// num gives an int of the range that the protocol has (P-3.9).
func (m message) num(key string) (int64, bool) {
	n, ok := m[key].(int64)
	return n, ok && n >= 0 && n < 1<<53
}

// seconds gives a number of seconds, which may also be an int (P-3.6).
func (m message) seconds(key string) (float64, bool) {
	switch n := m[key].(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, !math.IsNaN(n) && !math.IsInf(n, 0)
	}
	return 0, false
}
