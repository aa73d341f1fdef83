// The reference as Markdown, for programs that read text: the same page, since it is made of the same HTML, whose few elements this
// knows. Links into the page become their text.

/** What is between the tags, as text. */
const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (sign) => signs[sign] ?? sign);

/** @param html of an article, as this folder makes it */
export function markdownOf(html: string): string {
  // Listings keep their lines, so they wait until everything else is done.
  const listings: string[] = [];
  const text = html
    .replace(/<pre[^>]*>(.*?)<\/pre>/gs, (_, code: string) => {
      listings.push(unescaped(code).trimEnd());
      return `\n\nlisting ${listings.length - 1}\n\n`;
    })
    .replace(/\s*\n\s*/g, (gap) => (gap.split('\n').length > 2 ? '\n\n' : '\n'))
    .replace(
      /<h([1-4])[^>]*>(.*?)<\/h\1>/gs,
      (_, level: string, title: string) => `\n\n${'#'.repeat(Number(level))} ${title}\n\n`,
    )
    .replace(/<summary>(.*?)<\/summary>/gs, (_, title: string) => `\n\n**${title}**\n\n`)
    .replace(/<dt>(.*?)<\/dt>(?:<dd>)?/gs, (_, term: string) => `\n- ${term}: `)
    .replace(/<a [^>]*href="(\/[^"]*)"[^>]*>(.*?)<\/a>/gs, '[$2]($1)')
    .replace(/<\/?code>/g, '`')
    .replace(/<\/?(?:p|section|article|dl|details|div|ul)(?: [^>]*)?>/g, '\n\n')
    .replace(/<[^>]+>/g, '');
  return unescaped(text)
    .split('\n')
    .map((line) => line.trim().replace(/:$/, (colon) => (line.startsWith('- ') ? '' : colon)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^listing (\d+)$/gm, (_, index: string) => `\`\`\`\n${listings[Number(index)]}\n\`\`\``)
    .trim()
    .concat('\n');
}

/** What `/llms.txt` says: where a program that reads text finds what (https://llmstxt.org). */
export const llmsText = `# Belfry

> School timetables as static JSON, by a key: a list of versions, each in full, the calendar, weeks with dates, days as they take place, and what changed.

- [API reference](/docs/index.md): every call with examples, error codes with cause and cure, caching, limits, webhooks, recipes
- [OpenAPI description](/openapi.json)
- [JSON Schemas](/schemas/): one file for each answer, such as [Get Timetable](/schemas/timetable.json)
- [Typed client](/client/belfry-client.js), one file without dependencies, with its [types](/client/belfry-client.d.ts)
`;
