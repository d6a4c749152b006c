"""python.py MODE -- command...: a client on the official Python SDK.

MODE is auto, legacy or a modern version. A line for each step, "ok STEP" or
"FAIL STEP: why"; exit status 1 if one failed.
"""
import sys
import time
import traceback
import uuid
import warnings

import anyio
import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

mode, command = sys.argv[1], sys.argv[3:]
warnings.simplefilter("ignore")  # that the legacy era is deprecated is known
failed = False
heard = []  # legacy notifications


async def on_message(message):
    heard.append(message)


async def step(name, do, *args):
    global failed
    try:
        with anyio.fail_after(20):
            result = await do(*args)
        print("ok", name, flush=True)
        return result
    except Exception as e:
        failed = True
        if not isinstance(e, AssertionError):
            traceback.print_exc()
        print(f"FAIL {name}: {type(e).__name__}: {e}".split("\n")[0], flush=True)


async def until(what, seconds=5):
    with anyio.fail_after(seconds):
        while not what():
            await anyio.sleep(0.005)


def text(result):
    assert not result.is_error, result
    return result.content[0].text


async def list_all(c):
    names = [t.name for t in (await c.list_tools()).tools]
    assert {"echo", "slow", "progress", "add_tool"} <= set(names), names
    assert "test://counter" in [str(r.uri) for r in (await c.list_resources()).resources]
    assert "greet" in [p.name for p in (await c.list_prompts()).prompts]
    for s in "hello", "héllo ✓ 𝄞", "a\nb\u2028c", "x" * 100_000:
        assert text(await c.call_tool("echo", {"text": s})) == s
    assert (await c.read_resource("test://counter")).contents
    assert (await c.get_prompt("greet", {"name": "peer"})).messages


async def progress(c):
    seen = []

    async def on_progress(now, total, message):
        seen.append((now, total))

    text(await c.call_tool("progress", {"n": 3}, progress_callback=on_progress))
    await until(lambda: len(seen) >= 3)
    assert seen == [(1, 3), (2, 3), (3, 3)], seen


async def listen(c):
    name = "py_" + uuid.uuid4().hex
    if c.protocol_version < "2026":
        await c.call_tool("add_tool", {"name": name})
        await until(lambda: any(isinstance(m, types.ToolListChangedNotification) for m in heard))
        await c.subscribe_resource("test://counter")
        await c.call_tool("touch_resource", {})
        await until(lambda: any(isinstance(m, types.ResourceUpdatedNotification) for m in heard))
        await c.unsubscribe_resource("test://counter")
    else:
        async with c.listen(tools_list_changed=True, resource_subscriptions=["test://counter"]) as sub:
            assert sub.honored.tools_list_changed and sub.honored.resource_subscriptions == ["test://counter"], sub.honored
            async with c.listen(prompts_list_changed=True) as other:
                await c.call_tool("add_tool", {"name": name})
                assert type(await sub.__anext__()).__name__ == "ToolsListChanged"
                await c.call_tool("touch_resource", {})
                updated = await sub.__anext__()
                assert type(updated).__name__ == "ResourceUpdated" and updated.uri == "test://counter", updated
                with anyio.move_on_after(0.2) as silent:
                    await other.__anext__()
                assert silent.cancelled_caught, "an event that was not asked for"
        assert text(await c.call_tool("echo", {"text": "after the listens"})) == "after the listens"
    tools = await c.list_tools(cache_mode="refresh")
    assert name in [t.name for t in tools.tools], "the new tool is not listed"


async def cancel(c):
    begun = time.monotonic()
    with anyio.move_on_after(0.2) as scope:
        await c.call_tool("slow", {"ms": 5000})
    assert scope.cancelled_caught, "the call ended by itself"
    assert time.monotonic() - begun < 2, "cancelling took long"
    assert text(await c.call_tool("echo", {"text": "alive"})) == "alive"
    async with anyio.create_task_group() as g:  # many at once, half of them given up
        async def one(i):
            if i % 2:
                with anyio.move_on_after(0.05):
                    await c.call_tool("slow", {"ms": 3000})
            else:
                assert text(await c.call_tool("echo", {"text": str(i)})) == str(i)

        for i in range(40):
            g.start_soon(one, i)


async def main():
    # The client is a cancel scope of this task: no time limit may be around one
    # end of it only, so the command as a whole has the limit.
    async with Client(StdioServerParameters(command=command[0], args=command[1:]), mode=mode,
                      message_handler=on_message, read_timeout_seconds=10) as c:
        async def connected():
            want = "2025-11-25" if mode == "legacy" else "2026-07-28"
            assert c.protocol_version == want, c.protocol_version
            if mode != want:  # a pinned version asks nothing, so it learns nothing
                assert c.server_info and c.server_capabilities.tools, c.server_info

        await step("connect", connected)
        await step("list", list_all, c)
        await step("progress", progress, c)
        await step("listen", listen, c)
        await step("cancel", cancel, c)
        begun = time.monotonic()

    async def closed():  # the SDK kills after 2 s
        assert time.monotonic() - begun < 2, "it had to be killed"

    await step("close", closed)
    return 1 if failed else 0


sys.exit(anyio.run(main))
