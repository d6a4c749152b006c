package main

var (
	firstFrame   = models[0]
	auto         = models[7]
	modernClient = models[8]
	legacyClient = models[9]
)

// straggling is the seed that takes two requests: one answers while another
// has just begun the handshake. The others need one.
const straggling = "Era/first-frame: Legacy/ResultOut to Modern"

// seeds are at least one for each formula, and one for each policy's idea of
// when it commits.
var seeds = []seed{
	{firstFrame, "once", "Request: Cancelled/Error does SendError"},
	{firstFrame, "silent", "Request: Cancelled/Result does SendResult"},
	{firstFrame, "retracted", "Request: Answered/CancelSilent does -"},
	{firstFrame, "ended_means_ended", "Request: Dropped/Frame does SendFrame"},
	{firstFrame, "acknowledged_first", "Request: Received/Acknowledge does SendEvent"},
	{firstFrame, "agreed", "Era/first-frame: Open/FrameOut to Open"},
	{models[1], "agreed", "Era/first-frame/grace: Open/DiscoverOut to Modern"},
	{models[2], "agreed", "Era/first-success: Open/FrameOut to Modern"},
	{models[3], "agreed", "Era/first-success/grace: Probed/ResultOut to Probed"},
	{models[4], "agreed", "Era/opening-request: Open/UnsupportedVersion to Open"},
	{models[5], "agreed", "Era/probe-window: Open/Notification to Open"},
	{models[6], "agreed", "Era/concurrent: Open/Discover to Modern"},
	{firstFrame, "locked", straggling},
	{firstFrame, "quiet", "Era/first-frame: Open/UnsupportedVersion to Modern"},
	{models[4], "quiet", "Era/opening-request: Open/Notification to Legacy"},
	{firstFrame, "unhijacked", "Era/first-frame: Modern/Initialize does Handshake"},
	{firstFrame, "decided", "Lifetime: Serving/Request does -"},
	{firstFrame, "served", "Era/first-frame: Open/Enveloped does RefuseMethod"},
	{firstFrame, "heard", "Request: Running/Result does Discard"},
	{firstFrame, "unanswered", "Lifetime: Serving/Notification does AnswerFault"},
	{firstFrame, "cancels", "Request: Running/CancelSilent does CancelAndReply"},
	{firstFrame, "cancels", "Request: Cancelled/Error to Cancelled"},
	{firstFrame, "refuses", "Lifetime: Draining/Request does Admit"},
	{firstFrame, "settled_at_end", "Request: Running/Expire does Cancel"},
	{firstFrame, "drains", "Lifetime: Draining/Idle dropped"},
	{firstFrame, "bounded", "Lifetime: Draining/Deadline dropped"},
	{firstFrame, "answers", "Request: Running/Result to Streaming"},

	{auto, "true_to_evidence", "Negotiation/auto: Probing/ModernError does Initialize"},
	{modernClient, "true_to_mode", "Negotiation/modern: Probing/OtherError does Initialize"},
	{legacyClient, "true_to_mode", "Negotiation/legacy: Idle/Start does Probe"},
	{auto, "probed_first", "Negotiation/auto: Idle/Start does Initialize"},
	{auto, "probed_once", "Negotiation/auto: Reprobing/VersionRefused does Reprobe"},
	{auto, "held", "Negotiation/auto: Probing/OtherError does SettleLegacy"},
	{auto, "proven", "Negotiation/auto: Probing/Unmarked does SettleModern"},
	{auto, "settled_once", "Call: Answered/Result does Resolve"},
	{auto, "cancelled_at_most", "Call: Queued/Cancel does SendCancelled"},
	{auto, "stopped", "Negotiation/auto: Reprobing/Timeout does -"},
	{auto, "concludes", "Negotiation/auto: Probing/Timeout dropped"},
	{auto, "lets_go", "Negotiation/auto: Initialising/InitializeFailed does -"},
	{auto, "settles", "Call: Sent/Timeout does -"},
	{auto, "leaves_nothing", "Process: Terminating/Grace dropped"},
}
