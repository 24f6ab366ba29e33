/**
 * An amount as a language writes it. An answer often costs less than the smallest coin: then three digits that
 * count. What is no currency of ISO 4217, such as credits, is a number and that name.
 */
export function moneyIn(language: string, amount: number, currency: string): string {
  try {
    const money = new Intl.NumberFormat(language, { style: "currency", currency });
    const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
    if (amount <= 0 || amount >= 10 ** -digits) return money.format(amount);
    return numberIn(language, amount, { style: "currency", currency });
  } catch {
    const isTiny = amount > 0 && amount < 0.01;
    return `${isTiny ? numberIn(language, amount) : amount.toLocaleString(language)} ${currency}`.trim();
  }
}

function numberIn(language: string, amount: number, options?: Intl.NumberFormatOptions): string {
  return amount.toLocaleString(language, { ...options, maximumSignificantDigits: 3 });
}
