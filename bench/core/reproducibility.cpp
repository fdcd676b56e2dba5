#include "bench/core/reproducibility.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <span>

#include "variants/contract/distribution.hpp"

namespace warpmark {
namespace {

// Of every bit: equal digests of 64 bits are taken for equal outputs.
std::uint64_t digest_of(prepared_point& prepared) {
  std::uint64_t digest = 0;
  for (const auto& [name, contents] : prepared.outputs()) {
    const std::span<const std::byte> bytes = contents;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
      const auto part = bytes.subspan(at, std::min(sizeof(std::uint64_t), bytes.size() - at));
      std::uint64_t word = 0;
      std::memcpy(&word, part.data(), part.size());
      digest = random_word(digest, word);
    }
    digest = random_word(digest, bytes.size());
  }
  return digest;
}

// Later executions go in the order of blocks and warps again.
class changed_schedule {
 public:
  explicit changed_schedule(backend& machine) : machine_(machine) {}
  ~changed_schedule() { machine_.set_schedule(0); }
  changed_schedule(const changed_schedule&) = delete;
  changed_schedule& operator=(const changed_schedule&) = delete;

 private:
  backend& machine_;
};

}  // namespace

reproducibility_summary compare_executions(backend& machine, prepared_point& prepared, renewal* by,
                                           std::size_t executions,
                                           const std::function<void(bool is_new)>& on_each) {
  const changed_schedule restored(machine);
  reproducibility_summary result{.executions = executions};
  std::set<std::uint64_t> digests;
  for (std::size_t i = 0; i < executions; ++i) {
    machine.set_schedule(i);
    prepared.place(0);
    prepared.renew(0, by);
    prepared.restore();
    prepared.enqueue();
    machine.synchronize();
    const std::uint64_t digest = digest_of(prepared);
    if (i == 0) result.digest = digest;
    on_each(digests.insert(digest).second);
  }
  result.distinct_outputs = digests.size();
  return result;
}

}  // namespace warpmark
