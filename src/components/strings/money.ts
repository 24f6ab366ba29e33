/** An amount as a language writes it. An answer often costs less than a cent: then three digits that count. */
export function moneyIn(language: string, amount: number, currency: string): string {
  const style = { style: "currency", currency } as const;
  const digits = amount < 1 ? { ...style, maximumSignificantDigits: 3 } : style;
  return new Intl.NumberFormat(language, digits).format(amount);
}
