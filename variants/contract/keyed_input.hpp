#pragma once

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>

#include "variants/contract/one_input.hpp"
#include "variants/contract/sorted_runs.hpp"

namespace warpmark {

/// Bytes of keys and payloads, each read once and written once: the compulsory traffic.
std::uint64_t keyed_bytes(const problem& problem);

/// Whether sorted outputs are the same whatever sorts them: equal keys are equal bits, unlike zeros
/// of both signs, and have no payloads.
bool keys_have_one_order(const problem& problem);

/// Why there is no such problem: payloads are indices of 32 bits. Empty if there is.
std::string keyed_problem_error(const problem& problem);

/// A problem whose outputs are its keys with each run of `sorted_run` elements sorted, and the
/// payloads that came with them. "input_payload" holds the indices of the keys.
template <class T>
class keyed_input : public one_input<T> {
 public:
  /// The input itself is made of sorted runs of `input_run` elements.
  keyed_input(const problem& problem, std::uint64_t seed, std::size_t input_run,
              std::size_t sorted_run)
      : one_input<T>(problem, seed),
        sorted_run_(sorted_run),
        payload_(problem.text("payload") == "none" ? 0 : this->elements().size()) {
    sort_runs<T>(this->elements(), input_run);
    const std::span<std::uint32_t> indices = payload_;
    std::iota(indices.begin(), indices.end(), 0u);
  }

  std::span<const std::byte> input(std::string_view name) const override {
    return name == "input_payload" ? std::as_bytes(payload_.span()) : one_input<T>::input(name);
  }

  oracle_result check(std::string_view name, std::span<const std::byte> output,
                      const guarantees& guaranteed) const override {
    const sorted_runs<T> truth(this->elements(), sorted_run_);
    if (name == "output" && output.size() == this->elements().size() * sizeof(T))
      return truth.judge_keys(output);
    if (name == "output_payload" && output.size() == payload_.span().size_bytes())
      return truth.judge_payload(output, guaranteed.stable);
    throw std::out_of_range("the outputs are 'output' and 'output_payload', as long as the inputs");
  }

 private:
  std::size_t sorted_run_;
  host_array<std::uint32_t> payload_;
};

}  // namespace warpmark
