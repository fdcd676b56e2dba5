#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/backends/card.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/journal/process_lines.hpp"
#include "bench/journal/reader.hpp"

namespace warpmark {

/// The contents of a journal that `run --resume` continues.
struct earlier_run {
  std::set<std::string> keys;
  std::map<std::string, std::size_t> counts;  ///< Measurements by status.
  std::uint64_t seed = 1;
};

/// Reads the journal at `path`, and into `processes` the lines of points that have no measurement
/// yet. Throws usage_error if its points have another number of processes.
journal::contents read_earlier(const std::string& path, journal::process_record& processes);

/// The ceilings of this card in the journal. Throws usage_error if there are none.
measured_ceilings ceilings_of(const journal::json_place& manifest, const std::string& card_uuid);

/// The seed in the journal. Throws usage_error if there is none.
std::uint64_t seed_of(const journal::json_place& manifest);

/// Throws usage_error if a journal was measured with other kernels, or other versions of them.
void require_same_kernels(const journal::contents& found, const std::string& path,
                          const std::optional<kernels_record>& now);

/// Throws usage_error if a journal is of another shard.
void require_same_shard(const journal::contents& found, const std::string& path,
                        const std::optional<shard>& now);

/// Throws usage_error if a journal's times were taken in another way: state, flush, inputs,
/// paranoid, reproducible, streams.
void require_same_protocol(const journal::contents& found, const std::string& path,
                           const measuring_options& now, bool exact);

/// Reads the journal at `path` to continue it. Throws usage_error if it was measured on another
/// backend, on other cards, or with another seed than the requested one.
earlier_run take_up(const journal::contents& found, const std::string& path,
                    const std::string& backend_name, const std::vector<card>& devices,
                    std::optional<std::uint64_t> seed);

}  // namespace warpmark
