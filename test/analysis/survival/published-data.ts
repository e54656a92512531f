// Two data sets with published figures of R's survival package. Each number is a time of observation; + marks those
// that ended before the event.
import type { FollowUp } from '../../../src/analysis/survival/kaplan-meier.ts';

type Subject = readonly [last: number, isEvent: number];

export function createFollowUp(subjects: readonly Subject[]): FollowUp {
  return {
    days: Float64Array.from(subjects, ([last]) => last),
    observed: Uint8Array.from(subjects, ([, isEvent]) => isEvent),
  };
}

function parseSubjects(text: string): Subject[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => [Number.parseInt(word, 10), word.endsWith('+') ? 0 : 1]);
}

/** Weeks until relapse in acute myelogenous leukaemia. Source: R. G. Miller, "Survival Analysis" (Wiley, 1981). */
export const AML = {
  maintained: createFollowUp(parseSubjects('9 13 13+ 18 23 28+ 31 34 45+ 48 161+')),
  nonmaintained: createFollowUp(parseSubjects('5 5 8 8 12 16+ 23 27 30 33 43 45')),
};

/** Days of patients with lung cancer. Source: C. L. Loprinzi et al., J. Clinical Oncology 12 (1994), 601–607. */
export const LUNG = {
  men: parseSubjects(`
    306 455 1010+ 210 883 1022+ 218 166 170 71 567 144 613 707 88 301 624 371 394 574 118 390 12 26
    533 53 814 93 460 583 303 519 643 189 53 246 689 65 132 223 175 163 65 428 230 840+ 11 132 11 176
    791 95 196+ 806+ 284 147 163 655 239 88 30 179 310 477 364 107 177 156 11 429 15 181 283 13 212
    524 288 363 442 54 558 207 92 60 202 353 267 387 457 337 404+ 222 458+ 353 163 31 229 444+ 156 329
    291 179 292+ 142 413+ 320 181 285 301+ 197 303+ 180 300+ 284+ 259+ 110 286 270 81 131 225+ 269
    225+ 279+ 135 59 105 237+ 221+ 185+ 13 222+ 183 197+ 116 188+ 191+ 174+
  `),
  women: parseSubjects(`
    310 361 654 728 61 81 520 473 107 122 965+ 731 153 433 145 95 765 735 5 687 345 444 60 208 821+
    305 226 426 705 363 167 641 740+ 245 588+ 166 559+ 450 529+ 351 201 524 199 550 551+ 543+ 293 511+
    511+ 371 201 62 356+ 340 315+ 182 364+ 376+ 384+ 268 266+ 194 348 382+ 296+ 186 145 269+ 350 272+
    292+ 332+ 285 243+ 276+ 79 240+ 202+ 235+ 224+ 239 173+ 252+ 92+ 192+ 211+ 175+ 203+ 105+ 177+
  `),
};
