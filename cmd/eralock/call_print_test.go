package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/eralock/eralock/client"
	"github.com/eralock/eralock/protocol"
)

// What a server says between our words moves no cursor and feigns no line of
// ours: errors keep their lines, names have one.
func TestServersWordsStayInTheirPlace(t *testing.T) {
	const bad, tame = "a\x1b[2J\u009b\u202e", "a\uFFFD[2J\uFFFD\uFFFD"
	var out, errs strings.Builder
	std := stdio{nil, &out, &errs}
	require.Equal(t, exitFound, callFailed(std, fmt.Errorf("tools/list: %w", &protocol.Error{Code: 7, Message: "one\n" + bad})))
	require.Equal(t, "eralock call: tools/list: one\n"+tame+" (code 7)\n", errs.String())

	blob := ""
	link, image := protocol.ResourceLink(protocol.Resource{URI: bad + "\nb", Name: "n"}), protocol.Content{Type: protocol.TypeImage, MIMEType: bad}
	printContent(&out, []protocol.Content{image, link, {Type: bad}}, nil)
	printResource(&out, protocol.ResourceContents{URI: bad, MIMEType: bad, Blob: &blob})
	require.NoError(t, printEvent(std, callFlags{}, client.Event{Method: "m", URI: bad + "\nm"}))
	require.Equal(t, fmt.Sprintf("[image, %[1]s, 0 base64 characters]\n[resource_link, %[1]s …]\n[%[1]s]\n[%[1]s, %[1]s, 0 base64 characters]\nm %[1]s …\n", tame), out.String())
}
