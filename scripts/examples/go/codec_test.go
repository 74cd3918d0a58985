package main

import (
	"encoding/hex"
	"reflect"
	"testing"
)

// The frames are those of the document's worked session.
func TestFrames(t *testing.T) {
	for _, c := range []struct {
		frame string
		want  message
	}{
		{"0000001182a174a56c6f67696ea46e616d65a2426f", message{"t": "login", "name": "Bo"}},
		{"0000003884a174aa6a6f696e5f7461626c65a57461626c65a6467269646179a36e657782a5736561747302a4626f747391a66e6f726d616ca2696401",
			message{"t": "join_table", "table": "Friday", "id": int64(1),
				"new": message{"seats": int64(2), "bots": []any{"normal"}}}},
		{"0000003385a174a5636c6f636ba57461626c65a4584b5747a86465636973696f6e01a77365636f6e6473cb403e000000000000a26f661e",
			message{"t": "clock", "table": "XKWG", "decision": int64(1), "seconds": 30.0, "of": int64(30)}},
	} {
		raw, _ := hex.DecodeString(c.frame)
		if got, err := decode(raw[4:]); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("decode(%s) = %v, %v", c.frame, got, err)
		}
		if c.want.text("t") == "clock" {
			continue // the client sends no floats
		}
		again, err := decode(frame(encode(nil, c.want))[4:])
		if err != nil || !reflect.DeepEqual(again, c.want) {
			t.Errorf("%v came back as %v, %v", c.want, again, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, n := range []int64{0, 1, 127, 128, 255, 256, 65535, 65536, 1<<32 - 1, 1 << 32, 1<<53 - 1, -1, -32} {
		if m, err := decode(encode(nil, message{"n": n})); err != nil || m["n"] != n {
			t.Errorf("%d came back as %v, %v", n, m["n"], err)
		}
	}
}

func TestBroken(t *testing.T) {
	for _, s := range []string{"", "c0", "90", "81a174", "82a174c0a174c0", "8101c0", "81a174c1", "80c0", "81a174a1ff",
		"81a174ddffffffff", "81a174d40000", "81a174c400", "81a174cfffffffffffffffff", "81a1749191919191919191c0"} {
		raw, _ := hex.DecodeString(s)
		if m, err := decode(raw); err == nil {
			t.Errorf("decode(%s) = %v", s, m)
		}
	}
}

func TestClean(t *testing.T) {
	if got := clean("a\x1b[1m\nb\u202ec\u200b"); got != "a[1m bc" {
		t.Errorf("clean: %q", got)
	}
}
