#pragma once

#include <string>
#include <string_view>

namespace warpmark::compiler {

/// SHA-256 over a sequence of fields. Each field is preceded by its length, so that ("ab", "c") and
/// ("a", "bc") differ.
class sha256 {
 public:
  sha256();
  ~sha256();
  sha256(const sha256&) = delete;
  sha256& operator=(const sha256&) = delete;

  sha256& field(std::string_view bytes);

  /// Without a length: the digest of consecutive parts is that of a file with their concatenation.
  sha256& part(std::string_view bytes);

  /// The digest as 64 lower-case hexadecimal digits. Ends the computation.
  std::string hex();

 private:
  void* context_;
};

}  // namespace warpmark::compiler
