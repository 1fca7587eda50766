/** Colours as CSS writes them: hex, rgb(), hsl() and the named ones (CSS Color Module Level 4). */
const HEX = /^#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const NUMBER = String.raw`\s*-?(?:\d+(?:\.\d+)?|\.\d+)`;
const FUNCTION = new RegExp(
  `^(?:rgba?|hsla?)\\(${NUMBER}(?:deg|%)?\\s*[, ]${NUMBER}%?\\s*[, ]${NUMBER}%?\\s*(?:[,/]${NUMBER}%?\\s*)?\\)$`,
  'i',
);
const NAMED = new Set(
  `transparent aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet
  brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
  darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred
  darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue
  dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray
  green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen
  lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink
  lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen
  linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
  mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy
  oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip
  peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown
  seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal
  thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen`.split(/\s+/),
);

/** Longer text is no colour, and the patterns would be slow on a row's 200,000 spaces. */
const MAX_LENGTH = 100;

export function isColour(text: string): boolean {
  const colour = text.trim();
  if (colour.length > MAX_LENGTH) return false;
  return HEX.test(colour) || FUNCTION.test(colour) || NAMED.has(colour.toLowerCase());
}
