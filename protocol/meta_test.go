package protocol_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/eralock/eralock/protocol"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMetaGet(t *testing.T) {
	m := protocol.Meta("{ \"a\" : [1, 2],\n\"\\u0062\":null , \"\\ud800\":3}")
	v, ok := m.Get("a")
	require.True(t, ok)
	require.Equal(t, "[1, 2]", string(v))
	v, ok = m.Get("b")
	require.True(t, ok)
	require.Equal(t, "null", string(v))
	_, ok = m.Get("A")
	require.False(t, ok)
	_, ok = protocol.Meta(nil).Get("a")
	require.False(t, ok)
}

func TestMetaWith(t *testing.T) {
	for _, c := range []struct{ meta, key, want string }{
		{``, "k", `{"k":9}`},
		{`{}`, "k", `{"k":9}`},
		{`{"a":1}`, "k", `{"a":1,"k":9}`},
		{`{"k":1,"a":2}`, "k", `{"k":9,"a":2}`},
		{`{"\u006b":1,"a":2}`, "k", `{"\u006b":9,"a":2}`},
		{`{ "a": {"k":1} }`, "k", `{"a":{"k":1},"k":9}`},
		{`{"\ud800":1}`, "k", `{"\ud800":1,"k":9}`},
		{`{}`, "a\"b", `{"a\"b":9}`},
		{`[]`, "k", `[]`},
		{`{"a":`, "k", `{"a":`},
		{`{"a":1`, "k", `{"a":1`},
	} {
		m := protocol.Meta(c.meta)
		require.Equal(t, c.want, m.With(c.key, raw("9")).String())
		require.Equal(t, c.meta, m.String(), "the original stays")
	}
}

func TestMetaMerge(t *testing.T) {
	for _, c := range []struct{ meta, over, want string }{
		{`{"a":1,"b":2}`, `{"b":3,"c":4}`, `{"a":1,"b":3,"c":4}`},
		{`{"a":1}`, `{}`, `{"a":1}`},
		{`{}`, `{"a":1}`, `{"a":1}`},
		{`{"a":1}`, `7`, `7`},
		{`7`, `{"a":1}`, `7`},
	} {
		require.Equal(t, c.want, protocol.Meta(c.meta).Merge(protocol.Meta(c.over)).String())
	}
	require.Nil(t, protocol.Meta(nil).Merge(nil))
	require.Equal(t, `{"a":1}`, protocol.Meta(nil).Merge(protocol.Meta(`{"a":1}`)).String())
	require.Equal(t, `{"a":1}`, protocol.Meta(`{"a":1}`).Merge(nil).String())
}

func TestMetaLegacy(t *testing.T) {
	m := protocol.Meta(`{"io.modelcontextprotocol/serverInfo":{},"a":1,"io.modelcontextprotocol/x":2,"progressToken":0,"traceparent":"t"}`)
	require.Equal(t, `{"a":1,"progressToken":0,"traceparent":"t"}`, m.Legacy().String())
	require.Nil(t, protocol.Meta(`{"io.modelcontextprotocol/serverInfo":{}}`).Legacy())
	require.Nil(t, protocol.Meta(nil).Legacy())
	require.Equal(t, `5`, protocol.Meta(`5`).Legacy().String())
}

func TestMetaMustBeAnObject(t *testing.T) {
	for _, text := range []string{`0`, `[]`, `"{}"`, `true`} {
		var p protocol.ListParams
		require.ErrorIs(t, protocol.Unmarshal([]byte(`{"_meta":`+text+`}`), &p), protocol.ErrMalformed, text)
		_, err := protocol.Marshal(&protocol.ListParams{Meta: protocol.Meta(text)})
		require.ErrorIs(t, err, protocol.ErrMalformed, text)
	}
	for _, none := range []protocol.Meta{nil, {}} {
		require.True(t, none.IsZero())
		got, err := protocol.Marshal(&protocol.ListParams{Meta: none})
		require.NoError(t, err)
		require.Equal(t, `{}`, string(got))
		got, err = protocol.Marshal(none)
		require.NoError(t, err)
		require.Equal(t, `{}`, string(got))
	}
	for _, text := range []string{`{"a":`, `{"a" 1}`, `{}{}`} {
		_, err := protocol.Marshal(&protocol.ListParams{Meta: protocol.Meta(text)})
		require.Error(t, err, text)
	}
}

func TestNewMeta(t *testing.T) {
	m, err := protocol.NewMeta(map[string]any{"b": 1, "a": []string{"x"}})
	require.NoError(t, err)
	require.Equal(t, `{"a":["x"],"b":1}`, m.String())
	_, err = protocol.NewMeta(map[string]any{"f": func() {}})
	require.Error(t, err)
}

// A Meta behaves like a map that remembers the order of its keys.
func TestMetaIsAMap(t *testing.T) {
	keys := rapid.SampledFrom([]string{"a", "b", "", "a/b", "é", "\"", "io.modelcontextprotocol/x", "\u2028"})
	rapid.Check(t, func(t *rapid.T) {
		want, meta := map[string]string{}, protocol.Meta(nil)
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			key, value := keys.Draw(t, "key"), rapid.SampledFrom([]string{"1", "null", `{"a":[]}`, `"\ud800"`}).Draw(t, "value")
			if rapid.Bool().Draw(t, "drop") {
				delete(want, key)
				meta = meta.Without(func(k string) bool { return k == key })
			} else {
				want[key] = value
				meta = meta.With(key, jsontext.Value(value))
			}
		}
		got := map[string]string{}
		for k, v := range meta.All() {
			got[k] = string(v)
		}
		if !maps.Equal(want, got) {
			t.Fatalf("%s is not %v", meta, want)
		}
		var back protocol.ListParams
		text, err := protocol.Marshal(&protocol.ListParams{Meta: meta})
		if err != nil || protocol.Unmarshal(text, &back) != nil || back.Meta.String() != meta.String() {
			t.Fatalf("%s came back as %s (%v)", meta, back.Meta, err)
		}
	})
}

// Shows S-META-1, C-META-1, S-META-3, C-META-3, S-EXT-1, C-EXT-1.
func TestMetaKeys(t *testing.T) {
	for key, want := range map[string]struct{ valid, reserved, own, extension bool }{
		"io.modelcontextprotocol/protocolVersion": {valid: true, reserved: true, own: true, extension: true},
		"io.modelcontextprotocol/":                {valid: true, reserved: true, own: true, extension: true},
		"dev.mcp/x":                               {valid: true, reserved: true, extension: true},
		"com.mcp.tools/x":                         {valid: true, reserved: true, extension: true},
		"com.example.mcp/x":                       {valid: true, extension: true},
		"com.example/":                            {valid: true, extension: true},
		"mcp/x":                                   {valid: true, extension: true},
		"a-b.c9/x.y_z-1":                          {valid: true, extension: true},
		"progressToken":                           {valid: true},
		"":                                        {valid: true},
		"/x":                                      {},
		"9a/x":                                    {},
		"a./x":                                    {},
		"a..b/x":                                  {},
		"a-/x":                                    {},
		"a_b/x":                                   {},
		"a/x/y":                                   {},
		"a/-x":                                    {},
		"a/x.":                                    {},
		"a b":                                     {},
		"é":                                       {},
	} {
		require.Equal(t, want.valid, protocol.ValidMetaKey(key), key)
		require.Equal(t, want.reserved, protocol.IsReservedKey(key), key)
		require.Equal(t, want.own, protocol.IsProtocolKey(key), key)
		require.Equal(t, want.extension, protocol.ValidExtensionID(key), key)
	}
	for _, key := range []string{
		protocol.KeyProtocolVersion, protocol.KeyClientCapabilities, protocol.KeyClientInfo, protocol.KeyLogLevel,
		protocol.KeyServerInfo, protocol.KeySubscriptionID,
	} {
		require.True(t, protocol.IsProtocolKey(key) && strings.Count(key, "/") == 1, key)
	}
}
