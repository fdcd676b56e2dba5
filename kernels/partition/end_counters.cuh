#pragma once

// Allocates output ranges: the left part grows from the front, the right part from the back. One
// thread claims a range for its group.

namespace partition {

using place = unsigned long long;

struct claim {
  place left_begin, right_begin;
};

// Two counters. The left one is also the result, the number of elements that go left.
struct separate_counters {
  place* left;   // zeros before
  place* right;  // zeros before

  __device__ separate_counters(place* counts, place* zeroed) : left(counts), right(zeroed) {}

  __device__ claim take(unsigned to_left, unsigned to_right, size_t n) const {
    claim got{0, 0};
    if (to_left != 0) got.left_begin = atomicAdd(left, place(to_left));
    if (to_right != 0) got.right_begin = n - (atomicAdd(right, place(to_right)) + to_right);
    return got;
  }
};

// Both counts in one word, so that one atomic claims ranges on both sides. For fewer than 2^32
// elements.
struct packed_counters {
  place* counts;
  place* both;  // how many went left, and 2^32 times how many went right; zeros before

  __device__ packed_counters(place* answer, place* zeroed) : counts(answer), both(zeroed) {}

  __device__ claim take(unsigned to_left, unsigned to_right, size_t n) const {
    if (n == 0 && threadIdx.x == 0) *counts = 0;  // the only block
    if (to_left + to_right == 0) return {0, 0};
    const place before = atomicAdd(both, place(to_right) << 32 | to_left);
    const place left = unsigned(before), right = before >> 32;
    // The block that claims the last ranges knows the totals.
    if (left + right + to_left + to_right == n) *counts = left + to_left;
    return {left, n - (right + to_right)};
  }
};

}  // namespace partition
