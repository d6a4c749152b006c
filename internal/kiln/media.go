package kiln

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
)

// pixel is a PNG of one opaque red pixel, RGBA, in base64.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP4z8DwHwAFAAH/VscvDQAAAABJRU5ErkJggg=="

func pngPixel() []byte {
	b, err := base64.StdEncoding.DecodeString(pixel)
	if err != nil { // a constant
		panic(err)
	}
	return b
}

// wavHeader is a WAV file without samples: PCM, mono, 8,000 Hz, 16 bit.
func wavHeader() []byte {
	var b bytes.Buffer
	b.WriteString("RIFF")
	le := func(v any) { binary.Write(&b, binary.LittleEndian, v) } // a buffer takes everything
	le(uint32(36))
	b.WriteString("WAVEfmt ")
	le(uint32(16))
	le([2]uint16{1, 1})
	le([2]uint32{8000, 16000})
	le([2]uint16{2, 16})
	b.WriteString("data")
	le(uint32(0))
	return b.Bytes()
}
