// Reads server-sent events (WHATWG HTML, section 9.2) by fetch, since an EventSource sends no header of the session.

export type StreamEvent = { id: string | null; kind: string; data: string };

/** Characters of one event; the server's have some hundred. */
const longestEvent = 100_000;

/** @returns when the stream ends. @throws when it breaks, or sends an event that is too long */
export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  heed: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = eventOf(part);
        if (event !== null) heed(event);
      }
      if (text.length > longestEvent) throw new Error('an event is too long');
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Null for a comment, and for what says only when to come again. */
function eventOf(part: string): StreamEvent | null {
  const fields = new Map<string, string>();
  for (const line of part.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== '') fields.set(name, value);
  }
  const data = fields.get('data');
  return data === undefined ? null : { id: fields.get('id') ?? null, kind: fields.get('event') ?? 'message', data };
}
