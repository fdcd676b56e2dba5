#include "variants/contract/sorted_runs.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "variants/contract/for_each_type.hpp"
#include "variants/contract/full_text.hpp"
#include "variants/contract/judging.hpp"
#include "variants/contract/key_order.hpp"
#include "variants/contract/parallel.hpp"

namespace warpmark {
namespace {

template <class T>
bool comes_before(T a, T b) {
  return order_of(a) < order_of(b);
}

// A part of a run: elements [begin, end) of the one that begins at `run_begin`.
struct part {
  std::size_t run_begin, run_end;
  std::size_t begin, end;
};

// Calls `judge(part)` for parts that cover all runs, several at a time, each part within one piece.
// Returns the first bad result, in the order of the elements.
oracle_result first_bad_part(std::size_t n, std::size_t run,
                             const std::function<oracle_result(const part&)>& judge) {
  std::vector<oracle_result> found(piece_count, {.ok = true});
  for_each_piece(n, piece_count, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    while (begin < end && found[piece].ok) {
      const std::size_t run_begin = begin / run * run;
      const std::size_t run_end = run_begin + std::min(run, n - run_begin);
      found[piece] = judge({run_begin, run_end, begin, std::min(end, run_end)});
      begin = run_end;
    }
  });
  return first_bad(found);
}

// The sums of hashes of each run's keys in `input` and `output`, as their difference.
template <class T>
class run_fingerprints {
 public:
  run_fingerprints(std::size_t n, std::size_t run) : run_(run), differences_((n + run - 1) / run) {}

  void add(const part& part, std::span<const T> input, std::span<const std::byte> output) {
    std::uint64_t difference = 0;
    for (std::size_t i = part.begin; i < part.end; ++i)
      difference += hash_of(input[i]) - hash_of(value_at<T>(output, i));
    differences_[part.run_begin / run_].fetch_add(difference, std::memory_order_relaxed);
  }

  // The first run whose keys are not those of the input; the number of runs if there is none.
  std::size_t first_different() const {
    return static_cast<std::size_t>(
        std::find_if(differences_.begin(), differences_.end(),
                     [](const auto& difference) { return difference.load() != 0; }) -
        differences_.begin());
  }
  std::size_t runs() const { return differences_.size(); }

 private:
  std::size_t run_;
  std::vector<std::atomic<std::uint64_t>> differences_;
};

template <class T>
oracle_result judge_ascent(const part& part, std::span<const std::byte> output) {
  for (std::size_t i = std::max(part.begin, part.run_begin + 1); i < part.end; ++i) {
    const T before = value_at<T>(output, i - 1), here = value_at<T>(output, i);
    if (comes_before(here, before))
      return {.ok = false,
              .first_bad_index = i,
              .expected = fmt::format("at least {}", full_text(before)),
              .got = full_text(here)};
  }
  return {.ok = true};
}

// Where an ascending run differs from what it should be.
template <class T>
oracle_result first_foreign_key(std::span<const T> run_input, std::size_t run_begin,
                                std::span<const std::byte> output) {
  std::vector<T> expected(run_input.begin(), run_input.end());
  sort_runs<T>(expected, expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const T got = value_at<T>(output, run_begin + i);
    if (order_of(got) != order_of(expected[i]))
      return {.ok = false,
              .first_bad_index = run_begin + i,
              .expected = full_text(expected[i]),
              .got = full_text(got)};
  }
  return {.ok = false,
          .first_bad_index = run_begin,
          .expected = "the zeros of the input, with their signs",
          .got = "others"};
}

// Which indices have been seen.
class index_set {
 public:
  explicit index_set(std::size_t n) : words_((n + 63) / 64) {}

  // Whether it was not there before.
  bool insert(std::size_t i) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    return (words_[i / 64].fetch_or(bit, std::memory_order_relaxed) & bit) == 0;
  }

 private:
  std::vector<std::atomic<std::uint64_t>> words_;
};

template <class T>
oracle_result judge_keys_of(std::span<const T> input, std::size_t run,
                            std::span<const std::byte> output) {
  run_fingerprints<T> fingerprints(input.size(), run);
  oracle_result ascent = first_bad_part(input.size(), run, [&](const part& part) {
    fingerprints.add(part, input, output);
    return judge_ascent<T>(part, output);
  });
  if (!ascent.ok) return ascent;
  const std::size_t different = fingerprints.first_different();
  if (different == fingerprints.runs()) return {.ok = true};
  const std::size_t begin = different * run;
  return first_foreign_key(input.subspan(begin, std::min(run, input.size() - begin)), begin,
                           output);
}

template <class T>
oracle_result judge_payload_of(std::span<const T> input, std::size_t run,
                               std::span<const std::byte> output, bool stable) {
  const auto bad_at = [&](std::size_t i, std::string expected) {
    return oracle_result{.ok = false,
                         .first_bad_index = i,
                         .expected = std::move(expected),
                         .got = full_text(value_at<std::uint32_t>(output, i))};
  };
  index_set seen(input.size());
  std::atomic<bool> repeated = false;
  oracle_result ascent = first_bad_part(input.size(), run, [&](const part& part) -> oracle_result {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const auto here = value_at<std::uint32_t>(output, i);
      if (here < part.run_begin || here >= part.run_end)
        return bad_at(i, fmt::format("an index of {}..{}", part.run_begin, part.run_end - 1));
      if (!seen.insert(here)) repeated = true;
      if (i == part.run_begin) continue;
      const auto before = value_at<std::uint32_t>(output, i - 1);
      if (before >= input.size()) continue;  // its own part judges it
      if (comes_before(input[here], input[before]))
        return bad_at(i, fmt::format("the index of a key of at least {}, not of {}",
                                     full_text(input[before]), full_text(input[here])));
      // Zeros of either sign are equal keys to some variants and ordered to others.
      if (stable && here < before && total_order_of(input[before]) == total_order_of(input[here]))
        return bad_at(i, fmt::format("above {}, the index of an equal key before", before));
    }
    return {.ok = true};
  });
  if (!ascent.ok || !repeated) return ascent;
  index_set again(input.size());
  for (std::size_t i = 0;; ++i)
    if (!again.insert(value_at<std::uint32_t>(output, i)))
      return bad_at(i, "an index that no payload before has");
}

}  // namespace

template <class T>
oracle_result sorted_runs<T>::judge_keys(std::span<const std::byte> output) const {
  return judge_keys_of<T>(input_, run_, output);
}

template <class T>
oracle_result sorted_runs<T>::judge_payload(std::span<const std::byte> output, bool stable) const {
  return judge_payload_of<T>(input_, run_, output, stable);
}

template <class T>
void sort_runs(std::span<T> keys, std::size_t run) {
  if (run == 1) return;
  const std::size_t runs = (keys.size() + run - 1) / run;
  for_each_piece(keys.size(), std::clamp<std::size_t>(runs, 1, piece_count),
                 [&](std::size_t, std::size_t begin, std::size_t end) {
                   // The runs that begin in this part.
                   for (std::size_t i = (begin + run - 1) / run * run; i < end; i += run) {
                     const auto of_run = keys.subspan(i, std::min(run, keys.size() - i));
                     std::sort(of_run.begin(), of_run.end(),
                               [](T a, T b) { return total_order_of(a) < total_order_of(b); });
                   }
                 });
}

#define WARPMARK_INSTANTIATE(T)  \
  template class sorted_runs<T>; \
  template void sort_runs(std::span<T>, std::size_t);
WARPMARK_FOR_EACH_TYPE(WARPMARK_INSTANTIATE, WARPMARK_INSTANTIATE)
#undef WARPMARK_INSTANTIATE

}  // namespace warpmark
