/* SHA-256 (FIPS 180-4) over ASCII text, without anything a browser may lack on plain http or in a file. */
var Sha256 = (function () {
  "use strict";

  var ROUND = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
  ];
  var START = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19
  ];

  /* One block of 16 words into the state; both are changed. */
  function compress(state, words) {
    var a = state[0], b = state[1], c = state[2], d = state[3];
    var e = state[4], f = state[5], g = state[6], h = state[7];
    var i, x, y, s0, s1, t1, t2;
    for (i = 0; i < 64; i++) {
      if (i >= 16) {
        x = words[i - 15];
        y = words[i - 2];
        s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
        s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
        words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
      }
      s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = (state[0] + a) | 0;
    state[1] = (state[1] + b) | 0;
    state[2] = (state[2] + c) | 0;
    state[3] = (state[3] + d) | 0;
    state[4] = (state[4] + e) | 0;
    state[5] = (state[5] + f) | 0;
    state[6] = (state[6] + g) | 0;
    state[7] = (state[7] + h) | 0;
  }

  /* Goes on from a state that has seen `before` characters (a multiple of 64) with the rest of the text to the end. */
  function finish(state, text, before) {
    var blocks = Math.floor((text.length + 8) / 64) + 1;
    var bits = (before + text.length) * 8;
    var words, block, i, at;
    for (block = 0; block < blocks; block++) {
      words = new Array(64);
      for (i = 0; i < 16; i++) {
        words[i] = 0;
      }
      for (i = 0; i < 64; i++) {
        at = block * 64 + i;
        if (at < text.length) {
          words[i >> 2] |= text.charCodeAt(at) << (24 - 8 * (i & 3));
        } else if (at === text.length) {
          words[i >> 2] |= 0x80 << (24 - 8 * (i & 3));
        }
      }
      if (block === blocks - 1) {
        words[14] = Math.floor(bits / 0x100000000);
        words[15] = bits | 0;
      }
      compress(state, words);
    }
    return state;
  }

  function eight(word) {
    return ("0000000" + (word >>> 0).toString(16)).slice(-8);
  }

  /* HEX(text): 64 lower-case hex digits. */
  function hex(text) {
    var state = finish(START.slice(), text, 0);
    var digits = "";
    var i;
    for (i = 0; i < 8; i++) {
      digits += eight(state[i]);
    }
    return digits;
  }

  /* A function that gives the first 32 bits of SHA-256 over prefix + text; the prefix of 64 characters is read once. */
  function after(prefix) {
    var words = new Array(64);
    var known = START.slice();
    var i;
    for (i = 0; i < 16; i++) {
      words[i] = 0;
    }
    for (i = 0; i < 64; i++) {
      words[i >> 2] |= prefix.charCodeAt(i) << (24 - 8 * (i & 3));
    }
    compress(known, words);
    return function (text) {
      return finish(known.slice(), text, 64)[0] >>> 0;
    };
  }

  return { hex: hex, after: after };
})();
