// Refusals of the server, whose rule stands in brackets behind their words.

/** A refusal in two parts: its words, and the rule that stands behind them in brackets. */
export function ruleApart(message: string): { words: string; rule: string } {
  const rule = /\s*\[([a-z0-9]+\.[\w.-]+)\]/.exec(message);
  return { words: rule ? message.replace(rule[0], "") : message, rule: rule?.[1] ?? "" };
}
