package kiln

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
)

// pngPixel is one opaque red pixel.
func pngPixel() []byte {
	img := image.NewRGBA(image.Rect(0, 0, 1, 1))
	img.Set(0, 0, color.RGBA{R: 255, A: 255})
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil { // a buffer takes everything
		return nil
	}
	return b.Bytes()
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
