// The format is described in NumPy's NEP 1: magic, version, the length of a Python dictionary, the
// dictionary as text, then the elements.
#include "base/npy_file.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment = 64;  // Of the elements in the file.

// NumPy has arrays of at most 64 dimensions, and reads headers of at most 10 000 bytes by default.
constexpr std::size_t max_dimensions = 64;
constexpr std::size_t max_header_bytes = 64 << 10;

// The text after `'key':` in the dictionary.
std::optional<std::string_view> value_of(std::string_view dictionary, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted_key = fmt::format("{}{}{}", quote, key, quote);
    const auto at = dictionary.find(quoted_key);
    if (at == std::string_view::npos) continue;
    std::string_view rest = dictionary.substr(at + quoted_key.size());
    const auto begin = rest.find_first_not_of(" :");
    if (begin == std::string_view::npos) return std::nullopt;
    return rest.substr(begin);
  }
  return std::nullopt;
}

// "(3, 4)", "(5,)", "()".
std::optional<std::vector<std::uint64_t>> parse_tuple(std::string_view text) {
  const auto close = text.find(')');
  if (!text.starts_with("(") || close == std::string_view::npos) return std::nullopt;
  text = text.substr(1, close - 1);
  std::vector<std::uint64_t> result;
  while (!text.empty()) {
    if (text.front() == ' ' || text.front() == ',') {
      text.remove_prefix(1);
      continue;
    }
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    result.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  }
  return result;
}

// Bytes of an element; empty for types that are not numbers or are big endian.
std::optional<std::size_t> element_bytes(std::string_view descriptor) {
  if (descriptor.size() != 3) return std::nullopt;
  const char order = descriptor[0], kind = descriptor[1];
  const auto size = static_cast<std::size_t>(descriptor[2] - '0');
  if (kind != 'i' && kind != 'u' && kind != 'f' && kind != 'b') return std::nullopt;
  if (size != 1 && size != 2 && size != 4 && size != 8) return std::nullopt;
  if (order != '<' && !(order == '|' && size == 1)) return std::nullopt;
  return size;
}

}  // namespace

std::uint64_t npy_array::count() const {
  std::uint64_t result = 1;
  for (const std::uint64_t value : shape) result *= value;
  return result;
}

std::string npy_descriptor(value_kind kind) {
  const char letter = kind == value_kind::bf16 ? 'u'
                      : is_floating(kind)      ? 'f'
                      : is_signed(kind)        ? 'i'
                                               : 'u';
  return fmt::format("{}{}{}", size_bytes(kind) == 1 ? '|' : '<', letter, size_bytes(kind));
}

npy_array parse_npy(std::span<const std::byte> file, const std::string& file_name) {
  const auto refuse = [&](const std::string& why) {
    throw usage_error(fmt::format("{}: {}", file_name, why));
  };
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (!text.starts_with(magic) || text.size() < 12)
    refuse("not an .npy file (NumPy's save() writes them)");
  const auto byte_at = [&](std::size_t i) { return static_cast<std::size_t>(file[i]); };
  const std::size_t version = byte_at(6);
  if (version < 1 || version > 3) refuse(fmt::format(".npy version {}; expected 1 to 3", version));
  std::size_t length = byte_at(8) | byte_at(9) << 8;
  if (version > 1) length |= byte_at(10) << 16 | byte_at(11) << 24;
  const std::size_t begin = version == 1 ? 10 : 12;
  if (length > max_header_bytes)
    refuse(fmt::format("a header of {} bytes; expected at most {}", length, max_header_bytes));
  if (length > text.size() - begin) refuse("cut off inside the header");
  const std::string_view dictionary = text.substr(begin, length);

  npy_array result;
  const auto descriptor = value_of(dictionary, "descr");
  if (descriptor && descriptor->size() > 1)
    result.descriptor = descriptor->substr(1, descriptor->find(descriptor->front(), 1) - 1);
  const auto size = element_bytes(result.descriptor);
  if (!size)
    refuse(
        fmt::format("elements '{}'; expected little-endian numbers, as '<f4'", result.descriptor));
  if (!value_of(dictionary, "fortran_order").value_or("").starts_with("False"))
    refuse("in Fortran order; save numpy.ascontiguousarray(…)");
  const auto shape = parse_tuple(value_of(dictionary, "shape").value_or(""));
  if (!shape) refuse("no shape in the header");
  if (shape->size() > max_dimensions)
    refuse(fmt::format("{} dimensions; expected at most {}", shape->size(), max_dimensions));
  std::uint64_t bytes = *size;
  for (const std::uint64_t value : *shape)
    if (__builtin_mul_overflow(bytes, value, &bytes)) refuse("the shape exceeds the address space");
  if (bytes > file.size() - begin - length)
    refuse(fmt::format("cut off: {} bytes of elements; expected {}", file.size() - begin - length,
                       bytes));
  result.shape = *shape;
  const auto elements = file.subspan(begin + length, bytes);
  result.bytes.assign(elements.begin(), elements.end());
  return result;
}

npy_array read_npy(const std::filesystem::path& path, const source_tree& files) {
  const std::string text = files.read(
      path, files.is_closed() ? source_tree::max_data_bytes : input::current_limits().max_bytes);
  return parse_npy(std::as_bytes(std::span(text)), files.place(path));
}

void write_npy(const std::filesystem::path& path, const std::string& descriptor,
               const std::vector<std::uint64_t>& shape, std::span<const std::byte> bytes) {
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", descriptor,
                  fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const std::size_t before = magic.size() + 4;
  const std::size_t whole = (before + header.size() + 1 + alignment - 1) / alignment * alignment;
  header.append(whole - before - header.size() - 1, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file << magic << '\x01' << '\x00' << static_cast<char>(header.size() & 0xff)
       << static_cast<char>(header.size() >> 8) << header;
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (!file.flush())
    throw usage_error(
        fmt::format("{}: cannot be written: {}", path.string(), std::strerror(errno)));
}

}  // namespace warpmark::inspect
