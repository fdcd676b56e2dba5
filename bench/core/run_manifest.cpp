#include "bench/core/run_manifest.hpp"

#include "base/sha256.hpp"

namespace warpmark {

std::string kernels_record::fingerprint() const {
  compiler::sha256 hash;
  hash.field(file.sha256);
  for (const auto& source : read) hash.field(source.path).field(source.sha256);
  return hash.hex();
}

}  // namespace warpmark
