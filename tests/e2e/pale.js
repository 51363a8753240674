// Every visible text with too little contrast against the ground behind it, as [text, ratio]; disabled controls are exempt (WCAG 1.4.3).
() => {
  const channels = (text) => {
    const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
    return { red, green, blue, alpha };
  };
  const luminance = ({ red, green, blue }) => {
    const linear = [red, green, blue].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.alpha === 1) {
        return colour;
      }
    }
    return channels("rgb(255, 255, 255)");
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !element.checkVisibility() || element.closest(".visually-hidden, .skip, :disabled, template, script, title")) {
      continue;
    }
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const [high, low] = [luminance(channels(style.color)), luminance(ground(element))].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < (large ? 3 : 4.5)) {
      found.push([text.slice(0, 40), Math.round(ratio * 100) / 100]);
    }
  }
  return found;
}
