import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formSpans } from '../../../src/formats/asc/form-spans.ts';

const card = fc.record({ period: fc.nat({ max: 9 }), rooms: fc.subarray(['A', 'B']), locked: fc.boolean() });

test('every card is in one span, of consecutive periods, and no span is longer than the length', () =>
  fc.assert(
    fc.property(fc.array(card, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (cards, length) => {
      const spans = formSpans(cards, length);
      const spread = spans.flatMap((span) => span.cards);
      expect(new Set(spread)).toEqual(new Set(cards));
      expect(spread).toHaveLength(cards.length);
      for (const { cards: ofSpan, isComplete } of spans) {
        const [first] = ofSpan;
        expect(ofSpan.map(({ period }) => period)).toEqual(ofSpan.map((_, index) => (first?.period ?? 0) + index));
        expect(isComplete).toBe(ofSpan.length === length);
        expect(ofSpan.length).toBeLessThanOrEqual(length);
      }
    }),
  ));

test('a hundred thousand cards at two times give fifty thousand spans', () => {
  const cards = Array.from({ length: 100_000 }, (_, index) => ({
    period: index % 2,
    rooms: [String(index >> 1)],
    locked: false,
  }));
  expect(formSpans(cards, 2)).toHaveLength(50_000);
});
