/** Are the fonts there that the texts of a template ask for? Families that only a row names are seen to when it is drawn. */
import { shippedFamily } from './font-families.ts';
import { hasPlaceholder } from './placeholders.ts';
import type { Template } from './template.ts';
import type { TemplateFault } from './template-fault.ts';
import type { TemplateFont } from './template-font.ts';

export function fontFaults(template: Template): TemplateFault[] {
  const places: [string, unknown][] =
    template.kind === 'image' ? [['layers', template.layers]] : [['scenes', template.scenes]];
  return places.flatMap(([path, value]) =>
    askedFonts(value, path).flatMap((asked) => {
      const fault =
        familyFault(asked, template.fonts) ?? (template.strict ? cutFault(asked, template.fonts) : null);
      return fault ? [fault] : [];
    }),
  );
}

/** What one text, or its accent, asks for. */
interface AskedFont {
  path: string;
  families: string[];
  weight: number;
  italic: boolean;
}

function askedFonts(value: unknown, path: string, around?: AskedFont): AskedFont[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => askedFonts(item, `${path}[${index}]`));
  if (value === null || typeof value !== 'object') return [];
  const { font_family, font_weight, font_style } = value as Record<string, unknown>;
  const asked =
    font_family === undefined ? null : askedFont(path, { font_family, font_weight, font_style }, around);
  const inner = Object.entries(value).flatMap(([key, item]) =>
    askedFonts(item, `${path}.${key}`, asked ?? undefined),
  );
  return asked ? [asked, ...inner] : inner;
}

/** What an accent leaves open is as in the text around it. */
function askedFont(
  path: string,
  { font_family, font_weight, font_style }: Record<'font_family' | 'font_weight' | 'font_style', unknown>,
  around: AskedFont | undefined,
): AskedFont {
  return {
    path,
    families: font_family === null ? (around?.families ?? []) : ([font_family].flat() as string[]),
    weight: typeof font_weight === 'number' ? font_weight : (around?.weight ?? 400),
    italic: typeof font_style === 'string' ? font_style === 'italic' : (around?.italic ?? false),
  };
}

/** A list may hold names that only other programs know, as long as one is known here. */
function familyFault({ path, families }: AskedFont, own: TemplateFont[]): TemplateFault | null {
  if (families.some((name) => hasPlaceholder(name) || cutsOf(name, own).length > 0)) return null;
  return {
    path: `${path}.font_family`,
    message: `there is no font "${families.join('", "')}": upload one and name it in fonts, or take Inter, Noto Sans or Noto Serif`,
  };
}

function cutFault({ path, families, weight, italic }: AskedFont, own: TemplateFont[]): TemplateFault | null {
  const family = families.find((name) => hasPlaceholder(name) || cutsOf(name, own).length > 0);
  if (family === undefined || hasPlaceholder(family)) return null;
  const slanted = cutsOf(family, own).filter((cut) => cut.italic === italic);
  if (slanted.length === 0)
    return {
      path: `${path}.font_style`,
      message: `the font "${family}" has no ${italic ? 'italic' : 'upright'} cut`,
    };
  if (slanted.some(({ weights: [least, most] }) => weight >= least && weight <= most)) return null;
  return { path: `${path}.font_weight`, message: `the font "${family}" has no weight ${weight}` };
}

interface Cut {
  weights: [number, number];
  italic: boolean;
}

function cutsOf(name: string, own: TemplateFont[]): Cut[] {
  const key = name.trim().toLowerCase();
  const brought = own.filter(({ family }) => family.toLowerCase() === key);
  if (brought.length > 0)
    return brought.map(({ weight, style }) => ({
      weights: typeof weight === 'number' ? [weight, weight] : weight,
      italic: style === 'italic',
    }));
  const shipped = shippedFamily(name);
  if (!shipped) return [];
  const { weights } = shipped;
  return shipped.italic
    ? [
        { weights, italic: false },
        { weights, italic: true },
      ]
    : [{ weights, italic: false }];
}
