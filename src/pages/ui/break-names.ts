// What a break and lunch are called in the languages of schools: a reader of another language sees them in that.

export const pause =
  /^(((short|long|morning) )?break|recess|(große |kleine )?pause|récréation|recreo|descanso|استراحة|перерва)$/i;
export const lunch = /^(lunch( break)?|mittag(spause)?|pause (de )?midi|déjeuner|comida|almuerzo|الغداء|обід)$/i;
