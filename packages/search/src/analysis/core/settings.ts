import { AnalysisError } from './errors.ts';

export type SettingValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly SettingValue[]
  | { readonly [key: string]: SettingValue };

export type SettingMap = { readonly [key: string]: SettingValue };

/** Whether a setting's value is an object with members of its own. */
export function isSettingMap(value: SettingValue): value is SettingMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function scalarText(value: SettingValue): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/**
 * The settings of one analysis component. Values may come as JSON kinds or as the strings the settings store keeps; the
 * getters read both and refuse with the reference's texts.
 */
export class Settings {
  readonly #values: SettingMap;

  constructor(values: SettingMap = {}) {
    this.#values = values;
  }

  raw(name: string): SettingValue {
    return this.#values[name];
  }

  names(): string[] {
    return Object.keys(this.#values);
  }

  has(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== null;
  }

  string(name: string): string | undefined;
  string(name: string, fallback: string): string;
  string(name: string, fallback?: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined || value === null) return fallback;
    if (Array.isArray(value)) return `[${value.map(scalarText).join(', ')}]`;
    return scalarText(value);
  }

  integer(name: string): number | undefined;
  integer(name: string, fallback: number): number;
  integer(name: string, fallback?: number): number | undefined {
    const text = this.string(name);
    if (text === undefined) return fallback;
    const trimmed = text.trim();
    const number = Number(trimmed);
    if (!/^[+-]?\d+$/.test(trimmed) || number > 2147483647 || number < -2147483648) {
      throw new AnalysisError(
        `Failed to parse int setting [${name}] with value [${text}]`,
        'settings_exception',
      );
    }
    return number;
  }

  float(name: string, fallback: number): number {
    const text = this.string(name);
    if (text === undefined) return fallback;
    const number = Number(text);
    if (text.trim() === '' || Number.isNaN(number)) {
      throw new AnalysisError(
        `Failed to parse float setting [${name}] with value [${text}]`,
        'settings_exception',
      );
    }
    return number;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.string(name);
    if (text === undefined) return fallback;
    if (text === 'true') return true;
    if (text === 'false') return false;
    throw new AnalysisError(
      `Failed to parse value [${text}] as only [true] or [false] are allowed.`,
    );
  }

  /** A list, however it was written: an array, or one string with commas. */
  list(name: string): string[] | undefined;
  list(name: string, fallback: readonly string[]): string[];
  list(name: string, fallback?: readonly string[]): string[] | undefined {
    const value = this.#values[name];
    if (value === undefined || value === null)
      return fallback === undefined ? undefined : [...fallback];
    if (Array.isArray(value)) return value.map(scalarText);
    const text = scalarText(value);
    if (text === '') return [];
    return text.split(',').map((part) => part.trim());
  }
}
