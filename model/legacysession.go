package model

// LegacyState is how far the handshake of a legacy connection is.
type LegacyState uint8

const (
	LegacyUninitialised LegacyState = iota
	LegacyInitialised               // InitializeResult written, notifications/initialized not read
	LegacyReady
)

// LegacyEvent is a legacy frame, or what we want to send to a legacy client.
type LegacyEvent uint8

const (
	LegacyOnInitialize LegacyEvent = iota
	LegacyOnBadInitialize
	LegacyOnResult      // the InitializeResult is about to be appended
	LegacyOnInitialized // notifications/initialized
	LegacyOnRequest     // any other request
	LegacyOnAsk         // a handler wants to send a request to the client
	LegacyOnAskPing     // the same, a ping
	LegacyOnNotify      // a change is to be announced
	LegacyOnLog         // a log message is to be sent
)

// LegacyEffect is the answer.
type LegacyEffect uint8

const (
	LegacyDoNothing      LegacyEffect = iota
	LegacyDoAnswer                    // run the handshake
	LegacyDoRefuseParams              // -32602
	LegacyDoRefuseRepeat              // -32600: already initialized
	LegacyDoServe
	LegacyDoTeach // -32602: no initialize yet
	LegacyDoSend
	LegacyDoHold // not yet: fails locally
)

// LegacyTable is the type of LegacySession.
type LegacyTable = Table[LegacyState, LegacyEvent, LegacyEffect]

// LegacySession is the handshake of 2025-11-25 and before.
var LegacySession = New(legacySessionTable)

var legacySessionTable = LegacyTable{
	Name: "LegacySession", Doc: "The handshake of 2025-11-25 and before: what is served, and when the server may speak on its own.",
	Start:   LegacyUninitialised,
	States:  []string{"Uninitialised", "Initialised", "Ready"},
	Events:  []string{"Initialize", "BadInitialize", "Result", "Initialized", "Request", "Ask", "AskPing", "Notify", "Log"},
	Effects: []string{"-", "Answer", "RefuseParams", "RefuseRepeat", "Serve", "Teach", "Send", "Hold"},
	Rows: []Row[LegacyState, LegacyEvent, LegacyEffect]{
		{LegacyUninitialised, LegacyOnInitialize, LegacyUninitialised, LegacyDoAnswer, MUST, "S-LIFE-1, S-LIFE-3"},
		{LegacyUninitialised, LegacyOnBadInitialize, LegacyUninitialised, LegacyDoRefuseParams, MUST, "ladder 11, S-ERR-13"},
		{LegacyUninitialised, LegacyOnResult, LegacyInitialised, LegacyDoNothing, MUST, "S-LIFE-1"},
		{LegacyUninitialised, LegacyOnInitialized, LegacyUninitialised, LegacyDoNothing, MUST, "ladder 27, S-NOTIF-1"},
		{LegacyUninitialised, LegacyOnRequest, LegacyUninitialised, LegacyDoTeach, MUST, "decisions E8"},
		{LegacyUninitialised, LegacyOnAsk, LegacyUninitialised, LegacyDoHold, SHOULD, "S-LIFE-2"},
		{LegacyUninitialised, LegacyOnAskPing, LegacyUninitialised, LegacyDoHold, SHOULD, "S-LIFE-2"},
		{LegacyUninitialised, LegacyOnNotify, LegacyUninitialised, LegacyDoNothing, SHOULD, "S-LIFE-2"},
		{LegacyUninitialised, LegacyOnLog, LegacyUninitialised, LegacyDoNothing, SHOULD, "S-LIFE-2"},

		{LegacyInitialised, LegacyOnInitialize, LegacyInitialised, LegacyDoRefuseRepeat, MUST, "decisions E11, ladder 10"},
		{LegacyInitialised, LegacyOnBadInitialize, LegacyInitialised, LegacyDoRefuseRepeat, MUST, "ladder 11"},
		{LegacyInitialised, LegacyOnInitialized, LegacyReady, LegacyDoNothing, MUST, "ladder 27"},
		{LegacyInitialised, LegacyOnRequest, LegacyReady, LegacyDoServe, POLICY, "ladder 27"},
		{LegacyInitialised, LegacyOnAsk, LegacyInitialised, LegacyDoHold, SHOULD, "S-LIFE-2, ladder 27"},
		{LegacyInitialised, LegacyOnAskPing, LegacyInitialised, LegacyDoSend, SHOULD, "S-LIFE-2"},
		{LegacyInitialised, LegacyOnNotify, LegacyInitialised, LegacyDoNothing, SHOULD, "S-LIFE-2"},
		{LegacyInitialised, LegacyOnLog, LegacyInitialised, LegacyDoSend, SHOULD, "S-LIFE-2"},

		{LegacyReady, LegacyOnInitialize, LegacyReady, LegacyDoRefuseRepeat, MUST, "decisions E11, ladder 10"},
		{LegacyReady, LegacyOnBadInitialize, LegacyReady, LegacyDoRefuseRepeat, MUST, "ladder 11"},
		{LegacyReady, LegacyOnInitialized, LegacyReady, LegacyDoNothing, MUST, "S-NOTIF-1"},
		{LegacyReady, LegacyOnRequest, LegacyReady, LegacyDoServe, MUST, "S-ERA-4"},
		{LegacyReady, LegacyOnAsk, LegacyReady, LegacyDoSend, MAY, "ladder 27"},
		{LegacyReady, LegacyOnAskPing, LegacyReady, LegacyDoSend, SHOULD, "S-PING-3"},
		{LegacyReady, LegacyOnNotify, LegacyReady, LegacyDoSend, SHOULD, "S-RES-10"},
		{LegacyReady, LegacyOnLog, LegacyReady, LegacyDoSend, MAY, "ladder 27"},
	},
}
