#include "bench/core/run_manifest.hpp"

#include "base/sha256.hpp"

namespace warpmark {

std::string kernels_record::fingerprint() const {
  compiler::sha256 hash;
  hash.field(file.sha256);
  for (const auto& each : read) hash.field(each.path).field(each.sha256);
  return hash.hex();
}

}  // namespace warpmark
