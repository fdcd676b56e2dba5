#include "bench/inspect/outputs.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/npy_file.hpp"
#include "base/number.hpp"
#include "base/sha256.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

std::uint64_t parse_count(std::string_view request, std::string_view text) {
  const auto value = parse_whole(text);
  if (!value || value->negative)
    throw usage_error(
        fmt::format("--print {}: '{}' is not a number of elements; expected NAME, NAME:COUNT or "
                    "NAME:FIRST+COUNT",
                    request, text));
  return value->magnitude;
}

void check_name(const char* option, const std::string& name, const specification& specification) {
  if (specification.find_buffer(name) != nullptr) return;
  std::vector<std::string> names;
  for (const auto& buffer : specification.buffers) names.push_back(buffer.name);
  throw usage_error(
      fmt::format("{} {}: no such buffer{}", option, name, did_you_mean(name, names)));
}

}  // namespace

std::vector<std::string> output_requests::buffers() const {
  std::set<std::string> names(hashes.begin(), hashes.end());
  for (const auto& print : prints) names.insert(print.buffer);
  for (const auto& save : saves) names.insert(save.buffer);
  return {names.begin(), names.end()};
}

print_request parse_print(std::string_view text) {
  const auto colon = text.find(':');
  print_request result{.buffer = std::string(text.substr(0, colon))};
  if (colon == std::string_view::npos) return result;
  const std::string_view range = text.substr(colon + 1);
  const auto plus = range.find('+');
  result.count = parse_count(text, range.substr(plus == std::string_view::npos ? 0 : plus + 1));
  if (plus != std::string_view::npos) result.first = parse_count(text, range.substr(0, plus));
  return result;
}

save_request parse_save(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || equals + 1 == text.size())
    throw usage_error(fmt::format("--save {}: expected NAME=FILE.npy", text));
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

void check(const output_requests& requests, const specification& specification) {
  for (const auto& hash : requests.hashes) check_name("--hash", hash, specification);
  for (const auto& save : requests.saves) check_name("--save", save.buffer, specification);
  for (const auto& print : requests.prints) {
    check_name("--print", print.buffer, specification);
    const std::uint64_t count = specification.find_buffer(print.buffer)->count();
    if (print.first >= count)
      throw usage_error(
          fmt::format("--print {}: element {} of {}", print.buffer, print.first, count));
  }
}

std::vector<std::string> printed(const print_request& request, const buffer_definition& buffer,
                                 std::span<const std::byte> contents) {
  const value_kind kind = buffer.type.kind;
  const std::uint64_t lanes = buffer.type.lanes;
  const std::uint64_t count = std::min(request.count, buffer.count() - request.first);
  std::vector<std::string> result;
  for (std::uint64_t i = request.first * lanes; i < (request.first + count) * lanes; ++i)
    result.push_back(element_text(kind, contents.data() + i * size_bytes(kind)));
  return result;
}

std::string hashed(std::span<const std::byte> contents) {
  return compiler::sha256()
      .part({reinterpret_cast<const char*>(contents.data()), contents.size()})
      .hex();
}

void save(const save_request& request, const buffer_definition& buffer,
          std::span<const std::byte> contents) {
  auto shape = buffer.shape;
  if (buffer.type.lanes > 1) shape.push_back(buffer.type.lanes);
  write_npy(request.path, npy_descriptor(buffer.type.kind), shape, contents);
}

}  // namespace warpmark::inspect
