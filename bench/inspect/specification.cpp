#include "bench/inspect/specification.hpp"

#include <algorithm>
#include <cctype>
#include <limits>

#include <fmt/format.h>

#include "base/device_limits.hpp"
#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

std::vector<std::string> buffer_names(const specification& specification) {
  std::vector<std::string> names;
  for (const auto& buffer : specification.buffers) names.push_back(buffer.name);
  return names;
}

[[noreturn]] void refuse_name(const specification& specification, const std::string& name) {
  if (specification.buffers.empty())
    throw usage_error(fmt::format("no buffer '{}': none is defined", name));
  throw usage_error(
      fmt::format("no buffer '{}'{}", name, did_you_mean(name, buffer_names(specification))));
}

void check_reference(const specification& specification, const buffer_reference& reference) {
  if (reference.name.empty()) return;
  const buffer_definition* buffer = specification.find_buffer(reference.name);
  if (buffer == nullptr) refuse_name(specification, reference.name);
  if (reference.first_element > buffer->count())
    throw usage_error(fmt::format("@{}[{}]: the buffer has {} elements", reference.name,
                                  reference.first_element, buffer->count()));
  if (reference.offset_bytes > buffer->bytes())
    throw usage_error(fmt::format("@{}+{}: the buffer has {} bytes", reference.name,
                                  reference.offset_bytes, buffer->bytes()));
}

// After check_reference().
void check_tensor_map(const specification& specification, const tensor_map_argument& argument) {
  const std::string& name = argument.tensor.name;
  try {
    if (name.empty()) throw usage_error("expected a buffer, not null");
    map_of(argument, *specification.find_buffer(name));
  } catch (const usage_error& error) {
    throw usage_error(fmt::format("tensor_map(@{}): {}", name, error.what()));
  }
}

void check_architecture(const std::string& architecture) {
  const bool known = architecture.starts_with("sm_") || architecture.starts_with("compute_");
  const std::string digits =
      architecture.substr(std::min(architecture.find('_') + 1, architecture.size()));
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto count = std::count_if(digits.begin(), digits.end(), is_digit);
  const bool suffix = !digits.empty() && (digits.back() == 'a' || digits.back() == 'f');
  if (!known || count < 2 || count > 3 ||
      static_cast<std::size_t>(count) + (suffix ? 1 : 0) != digits.size())
    throw usage_error(
        fmt::format("architecture '{}': expected e.g. sm_80, sm_90 or compute_90", architecture));
}

// After check_architecture().
void check_dependent_launches(const specification& specification) {
  const bool any = std::any_of(specification.launches.begin(), specification.launches.end(),
                               [](const auto& launch) { return launch.shape.programmatic; });
  if (any && !has_dependent_launches({.architecture = specification.architecture}))
    throw usage_error(
        fmt::format("architecture '{}': programmatic launches need compute capability 9.0; "
                    "expected sm_90 or later",
                    specification.architecture));
}

}  // namespace

const buffer_definition* specification::find_buffer(const std::string& name) const {
  const auto found = std::find_if(buffers.begin(), buffers.end(),
                                  [&](const auto& buffer) { return buffer.name == name; });
  return found == buffers.end() ? nullptr : &*found;
}

void specification::add_buffer(buffer_definition buffer) {
  if (find_buffer(buffer.name) != nullptr)
    throw usage_error(
        fmt::format("two buffers named '{}'; expected @{} for the same one, or another name",
                    buffer.name, buffer.name));
  buffers.push_back(std::move(buffer));
}

argument specification::add_argument(const std::string& text, const std::string& unnamed) {
  parsed_argument parsed = parse_argument(text, unnamed);
  for (auto& definition : parsed.defined) add_buffer(std::move(definition));
  return std::move(parsed.value);
}

extent3 parse_extent(const std::string& noun, std::string_view text) {
  const auto refuse = [&] {
    throw usage_error(fmt::format(
        "{} '{}': expected one to three numbers from 1 to 2^31 - 1, e.g. 64, 64x2 or 8x8x4", noun,
        text));
  };
  std::uint32_t values[3] = {1, 1, 1};
  std::string_view rest = text;
  for (std::size_t i = 0;; ++i) {
    const auto end = rest.find('x');
    const auto value = parse_whole(rest.substr(0, end));
    if (i == 3 || !value || value->negative || value->magnitude == 0 ||
        value->magnitude > std::numeric_limits<std::int32_t>::max())
      refuse();
    values[i] = static_cast<std::uint32_t>(value->magnitude);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return {values[0], values[1], values[2]};
}

void check(const specification& specification) {
  check_architecture(specification.architecture);
  check_dependent_launches(specification);
  if (specification.launches.empty()) throw usage_error("no launch; expected at least one");
  for (const auto& launch : specification.launches)
    for (const auto& argument : launch.arguments) {
      for_each_reference(argument,
                         [&](const auto& reference) { check_reference(specification, reference); });
      for_each_texture(argument, [&](const auto& texture) {
        describe(texture, *specification.find_buffer(texture.buffer), 0);
      });
      for_each_tensor_map(argument, [&](const auto& map) { check_tensor_map(specification, map); });
    }
  for (const auto& symbol : specification.symbols)
    if (std::none_of(specification.launches.begin(), specification.launches.end(),
                     [&](const auto& launch) { return launch.file == symbol.file; }))
      throw usage_error(fmt::format("constant {}: no launch uses its file {}", symbol.contents.name,
                                    symbol.file.string()));
  for (const auto& output : specification.outputs)
    if (specification.find_buffer(output.buffer) == nullptr)
      refuse_name(specification, output.buffer);
}

}  // namespace warpmark::inspect
