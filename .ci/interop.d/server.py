"""A stdio server on the official Python SDK, with the tools of the other peers."""
import anyio
import mcp_types as types
from mcp.server.mcpserver import Context, MCPServer

server = MCPServer("python-peer", version="1.0.0", log_level="ERROR")


@server.tool()
async def echo(text: str) -> str:
    return text


@server.tool()
async def slow(ms: int = 1000) -> str:
    await anyio.sleep(ms / 1000)
    return "slow done"


@server.tool()
async def progress(ctx: Context, n: int = 3, delayMs: int = 5) -> str:
    for i in range(1, n + 1):
        await ctx.report_progress(i, n, f"step {i}")
        await anyio.sleep(delayMs / 1000)
    return f"reported {n}"


@server.tool()
async def add_tool(name: str, ctx: Context) -> str:
    async def added() -> str:
        return name

    server.add_tool(added, name=name)
    await ctx.notify_tools_changed()
    if ctx.protocol_version < "2026":  # the call above is for listens only
        await ctx.session.send_tool_list_changed()
    return f"added {name}"


@server.tool()
async def touch_resource(ctx: Context) -> str:
    await ctx.notify_resource_updated("test://counter")
    return "touched"


@server.resource("test://counter")
def counter() -> str:
    return "0"


@server.prompt()
def greet(name: str) -> str:
    return f"Say hello to {name}"


server.run("stdio")
