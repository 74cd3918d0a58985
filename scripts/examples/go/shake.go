package main

import (
	"encoding/binary"
	"encoding/hex"
	"math/bits"
)

const shakeRate = 136 // of SHAKE-256, in bytes

// shake256 reads the first n bytes of SHAKE-256 (FIPS 202) of the joined parts.
func shake256(n int, parts ...[]byte) (out []byte) {
	var padded []byte
	for _, p := range parts {
		padded = append(padded, p...)
	}
	padded = append(padded, 0x1f)
	for len(padded)%shakeRate != 0 {
		padded = append(padded, 0)
	}
	padded[len(padded)-1] |= 0x80
	var a [25]uint64 // lane x, y is at x + 5y
	for ; len(padded) > 0; padded = padded[shakeRate:] {
		for i := 0; i < shakeRate/8; i++ {
			a[i] ^= binary.LittleEndian.Uint64(padded[8*i:])
		}
		keccakF(&a)
	}
	for {
		for _, lane := range a[:shakeRate/8] {
			out = binary.LittleEndian.AppendUint64(out, lane)
		}
		if len(out) >= n {
			return out[:n]
		}
		keccakF(&a)
	}
}

// keccakF is the permutation Keccak-f[1600].
func keccakF(a *[25]uint64) {
	constants := byte(1) // the register that the round constants come from
	for round := 0; round < 24; round++ {
		var c [5]uint64
		for i, lane := range a {
			c[i%5] ^= lane
		}
		for i := range a {
			a[i] ^= c[(i+4)%5] ^ bits.RotateLeft64(c[(i+1)%5], 1)
		}
		x, y, moved := 1, 0, a[1]
		for t := 1; t <= 24; t++ {
			x, y = y, (2*x+3*y)%5
			a[x+5*y], moved = bits.RotateLeft64(moved, t*(t+1)/2), a[x+5*y]
		}
		for row := 0; row < 25; row += 5 {
			var r [5]uint64
			copy(r[:], a[row:])
			for i := range r {
				a[row+i] = r[i] ^ ^r[(i+1)%5]&r[(i+2)%5]
			}
		}
		for j := 0; j < 7; j++ {
			if constants&1 != 0 {
				a[0] ^= 1 << (1<<j - 1)
			}
			carry := constants >> 7
			constants = constants<<1 ^ carry*0x71
		}
	}
}

// hash is the hash of P-7.33: a label, a zero byte, and the parts.
func hash(label string, parts ...[]byte) string {
	return hex.EncodeToString(shake256(32, append([][]byte{append([]byte(label), 0)}, parts...)...))
}
