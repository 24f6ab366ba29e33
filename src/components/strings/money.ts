/**
 * An amount as a language writes it. An answer often costs less than a cent: then three digits that count. What is
 * no currency of ISO 4217, such as credits, is a number and that name.
 */
export function moneyIn(language: string, amount: number, currency: string): string {
  const digits = amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 3 } : {};
  try {
    return amount.toLocaleString(language, { style: "currency", currency, ...digits });
  } catch {
    return `${amount.toLocaleString(language, digits)} ${currency}`;
  }
}
