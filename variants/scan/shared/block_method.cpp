#include "variants/scan/shared/block_method.hpp"

#include <bit>
#include <stdexcept>

#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {
namespace {

// One value per warp; one or two per thread, with one unused after every 32; or one per leaf and
// one more after every 32 and 1024.
std::size_t method_shared_bytes(const block_method& method, std::uint32_t block,
                                std::size_t value_bytes) {
  if (method.name == "shuffle_two_level" || method.name == "kogge_stone")
    return block / 32 * value_bytes;
  if (method.name == "hillis_steele" || method.name == "sklansky") return 2 * block * value_bytes;
  if (method.name == "raking") return (block + block / 32 + 1) * value_bytes;
  const std::size_t leaves = 2 * std::size_t{block};
  return (leaves + leaves / 32 + leaves / 1024 + 2) * value_bytes;
}

}  // namespace

block_method hillis_steele_method(std::int64_t buffers) {
  return {"hillis_steele", templates::hillis_steele{.buffers = buffers}, 1};
}

block_method blelloch_method(const std::string& padding) {
  return {"blelloch", templates::blelloch{.Padding = "scan::" + padding}, 2};
}

block_method brent_kung_method(const std::string& padding) {
  return {"brent_kung", templates::brent_kung{.Padding = "scan::" + padding}, 2};
}

block_method kogge_stone_method() { return {"kogge_stone", templates::kogge_stone{}, 1}; }

block_method raking_method(const std::string& padding) {
  return {"raking", templates::raking{.Padding = "scan::" + padding}, 1};
}

block_method sklansky_method() { return {"sklansky", templates::sklansky{}, 2}; }

block_method shuffle_method() { return {"shuffle_two_level", templates::shuffle_two_level{}, 1}; }

axis method_axis() {
  return {.name = "method",
          .summary = "how a block scans its tile",
          .values = {"hillis_steele", "blelloch", "blelloch_padded", "shuffle"},
          .base = "shuffle"};
}

block_method method_of(const config& config) {
  const std::string& name = config.text("method");
  if (name == "hillis_steele") return hillis_steele_method(2);
  if (name == "blelloch") return blelloch_method("unpadded");
  if (name == "blelloch_padded") return blelloch_method("pad32x2");
  if (name == "shuffle") return shuffle_method();
  throw std::out_of_range("unknown block method " + name);
}

double block_depth(const block_method& method, std::uint32_t block) {
  const double steps = std::bit_width(block * method.segments - 1);
  if (method.name == "shuffle_two_level" || method.name == "kogge_stone") return 5 + 5 + 1;
  if (method.name == "hillis_steele" || method.name == "sklansky") return steps;
  if (method.name == "brent_kung") return 2 * steps - 1;
  if (method.name == "raking") return block / 32 - 1 + 5 + 1;
  return 2 * steps + 1;
}

std::size_t tile_shared_bytes(const block_method& method, std::uint32_t block, std::uint32_t items,
                              std::size_t value_bytes, std::size_t element_bytes) {
  const std::size_t own = method_shared_bytes(method, block, value_bytes);
  if (items == 1) return own + block / 32 * 16;
  // A warp's elements, and an unused one after every 32.
  return own + block / 32 * (33 * items * element_bytes + 16);
}

}  // namespace warpmark::scan
