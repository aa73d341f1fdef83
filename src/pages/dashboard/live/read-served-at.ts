// Reads where the timetables are served: what the dashboard was told, beside the page's own files.

export async function readServedAt(): Promise<string | null> {
  try {
    const response = await fetch('/page/settings.json', { cache: 'no-store' });
    const read: unknown = await response.json();
    const told = Object.entries(read ?? {}).find(([name]) => name === 'servedAt')?.[1];
    return typeof told === 'string' ? told : null;
  } catch {
    return null;
  }
}
