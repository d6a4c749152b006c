package protocol

// The methods of both eras.
const (
	MethodInitialize             = "initialize"
	MethodPing                   = "ping"
	MethodDiscover               = "server/discover"
	MethodToolsList              = "tools/list"
	MethodToolsCall              = "tools/call"
	MethodResourcesList          = "resources/list"
	MethodResourcesTemplatesList = "resources/templates/list"
	MethodResourcesRead          = "resources/read"
	MethodResourcesSubscribe     = "resources/subscribe"
	MethodResourcesUnsubscribe   = "resources/unsubscribe"
	MethodPromptsList            = "prompts/list"
	MethodPromptsGet             = "prompts/get"
	MethodComplete               = "completion/complete"
	MethodSetLevel               = "logging/setLevel"
	MethodListen                 = "subscriptions/listen"
	MethodElicit                 = "elicitation/create"
	MethodCreateMessage          = "sampling/createMessage"
	MethodRootsList              = "roots/list"

	NotificationInitialized          = "notifications/initialized"
	NotificationCancelled            = "notifications/cancelled"
	NotificationProgress             = "notifications/progress"
	NotificationMessage              = "notifications/message"
	NotificationToolsListChanged     = "notifications/tools/list_changed"
	NotificationPromptsListChanged   = "notifications/prompts/list_changed"
	NotificationResourcesListChanged = "notifications/resources/list_changed"
	NotificationResourcesUpdated     = "notifications/resources/updated"
	NotificationRootsListChanged     = "notifications/roots/list_changed"
	NotificationAcknowledged         = "notifications/subscriptions/acknowledged"
	NotificationElicitationComplete  = "notifications/elicitation/complete"
)

// The method table. The tasks/* methods of 2025-11-25 are an experiment that
// its successor took out; they are unknown methods here.
var methods = [...]Method{
	{Name: MethodInitialize, Kind: KindRequest, Legacy: ToServer},
	{Name: MethodPing, Kind: KindRequest, Legacy: BothWays},
	{Name: MethodDiscover, Kind: KindRequest, Modern: ToServer, Cacheable: true},
	{Name: MethodToolsList, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapTools, Cacheable: true},
	{Name: MethodToolsCall, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapTools, AsksInput: true},
	{Name: MethodResourcesList, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapResources, Cacheable: true},
	{Name: MethodResourcesTemplatesList, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapResources, Cacheable: true},
	{Name: MethodResourcesRead, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapResources, Cacheable: true, AsksInput: true},
	{Name: MethodResourcesSubscribe, Kind: KindRequest, Legacy: ToServer, Needs: CapResourcesSubscribe},
	{Name: MethodResourcesUnsubscribe, Kind: KindRequest, Legacy: ToServer, Needs: CapResourcesSubscribe},
	{Name: MethodPromptsList, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapPrompts, Cacheable: true},
	{Name: MethodPromptsGet, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapPrompts, AsksInput: true},
	{Name: MethodComplete, Kind: KindRequest, Legacy: ToServer, Modern: ToServer, Needs: CapCompletions},
	{Name: MethodSetLevel, Kind: KindRequest, Legacy: ToServer, Needs: CapLogging},
	{Name: MethodListen, Kind: KindRequest, Modern: ToServer},
	{Name: MethodElicit, Kind: KindRequest, Legacy: ToClient, Modern: InResult, Since: Version20250618, Needs: CapElicitation},
	{Name: MethodCreateMessage, Kind: KindRequest, Legacy: ToClient, Modern: InResult, Needs: CapSampling},
	{Name: MethodRootsList, Kind: KindRequest, Legacy: ToClient, Modern: InResult, Needs: CapRoots},

	{Name: NotificationInitialized, Kind: KindNotification, Legacy: ToServer},
	{Name: NotificationCancelled, Kind: KindNotification, Legacy: BothWays, Modern: BothWays},
	{Name: NotificationProgress, Kind: KindNotification, Legacy: BothWays, Modern: ToClient},
	{Name: NotificationMessage, Kind: KindNotification, Legacy: ToClient, Modern: ToClient, Needs: CapLogging},
	{Name: NotificationToolsListChanged, Kind: KindNotification, Legacy: ToClient, Modern: ToClient, Needs: CapToolsListChanged},
	{Name: NotificationPromptsListChanged, Kind: KindNotification, Legacy: ToClient, Modern: ToClient, Needs: CapPromptsListChanged},
	{Name: NotificationResourcesListChanged, Kind: KindNotification, Legacy: ToClient, Modern: ToClient, Needs: CapResourcesListChanged},
	{Name: NotificationResourcesUpdated, Kind: KindNotification, Legacy: ToClient, Modern: ToClient, Needs: CapResourcesSubscribe},
	{Name: NotificationRootsListChanged, Kind: KindNotification, Legacy: ToServer, Needs: CapRootsListChanged},
	{Name: NotificationAcknowledged, Kind: KindNotification, Modern: ToClient},
	{Name: NotificationElicitationComplete, Kind: KindNotification, Legacy: ToClient, Since: Version20251125, Needs: CapElicitationURL},
}
