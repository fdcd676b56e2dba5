#include "base/sha256.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace warpmark::compiler {
namespace {

EVP_MD_CTX* as_context(void* pointer) { return static_cast<EVP_MD_CTX*>(pointer); }

void require(int result) {
  if (result != 1) throw std::runtime_error("OpenSSL cannot compute SHA-256");
}

}  // namespace

sha256::sha256() : context_(EVP_MD_CTX_new()) {
  require(context_ == nullptr ? 0 : EVP_DigestInit_ex(as_context(context_), EVP_sha256(), nullptr));
}

sha256::~sha256() { EVP_MD_CTX_free(as_context(context_)); }

sha256& sha256::field(std::string_view bytes) {
  const std::uint64_t length = bytes.size();
  require(EVP_DigestUpdate(as_context(context_), &length, sizeof length));
  return part(bytes);
}

sha256& sha256::part(std::string_view bytes) {
  require(EVP_DigestUpdate(as_context(context_), bytes.data(), bytes.size()));
  return *this;
}

std::string sha256::hex() {
  std::array<unsigned char, 32> digest{};
  require(EVP_DigestFinal_ex(as_context(context_), digest.data(), nullptr));
  std::string text;
  for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

}  // namespace warpmark::compiler
