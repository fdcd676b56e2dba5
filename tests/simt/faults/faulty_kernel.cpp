#include "tests/simt/faults/faulty_kernel.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bench/backends/simt_backend.hpp"
#include "tests/simt/compiled/shared_compiler.hpp"

namespace warpmark::simt {
namespace {

namespace fs = std::filesystem;

std::string after(const std::string& line, const std::string& key) {
  const std::string expected = "// " + key + ": ";
  return line.starts_with(expected) ? line.substr(expected.size()) : "";
}

extent3 read_extent(const std::string& text) {
  extent3 result;
  std::istringstream in(text);
  in >> result.x >> result.y >> result.z;
  if (result.y == 0) result.y = 1;
  if (result.z == 0) result.z = 1;
  return result;
}

void read_words(const std::string& text, std::vector<std::string>& into) {
  std::istringstream in(text);
  for (std::string word; in >> word;) into.push_back(word);
}

faulty_kernel read_one(const fs::path& path) {
  faulty_kernel result{.name = path.stem().string()};
  std::ifstream in(path);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    result.source += line + "\n";
    if (line.find("// FAULT") != std::string::npos) result.fault_lines.push_back(number);
    if (const auto text = after(line, "grid"); !text.empty()) result.shape.grid = read_extent(text);
    if (const auto text = after(line, "block"); !text.empty())
      result.shape.block = read_extent(text);
    if (const auto text = after(line, "shared"); !text.empty())
      result.shape.dynamic_shared_bytes = std::stoul(text);
    if (const auto text = after(line, "architecture"); !text.empty()) result.architecture = text;
    read_words(after(line, "expect"), result.expect);
    read_words(after(line, "args"), result.arguments);
  }
  if (result.expect.empty() || result.arguments.empty())
    throw std::runtime_error(path.string() + ": no 'expect' or no 'args' comment");
  return result;
}

using argument_bytes = std::vector<std::byte>;

argument_bytes bytes_of(const scalar_argument& value) {
  return {value.bytes.begin(), value.bytes.begin() + static_cast<std::ptrdiff_t>(value.size_bytes)};
}

// The map of a tensor of 32-bit words with boxes of 128 words.
argument_bytes map_of(simt_backend& machine, device_pointer address, std::uint32_t words) {
  return machine.encode({.element = tensor_element::u32,
                         .rank = 1,
                         .address = address,
                         .extents = {words},
                         .box = {128}});
}

// "int:5" is a number; "<content>:<words>" a buffer, of "tensor" the map.
argument_bytes make_argument(simt_backend& machine, const std::string& text) {
  const auto colon = text.find(':');
  const std::string content = text.substr(0, colon);
  const auto number = static_cast<std::uint32_t>(std::stoul(text.substr(colon + 1)));
  if (content == "int") return bytes_of(scalar_argument::of(number));
  const auto buffer = machine.allocate(number * 4);
  std::vector<std::uint32_t> words(number);
  if (content == "ramp" || content == "partial")
    for (std::uint32_t i = 0; i < number; ++i) words[i] = i;
  if (content == "partial") words.resize(number - number / 8);
  if (content == "freed")
    machine.release(buffer);
  else if (content != "empty")
    machine.upload(buffer, std::as_bytes(std::span(words)));
  return content == "tensor" ? map_of(machine, buffer, number)
                             : bytes_of(scalar_argument::of(buffer));
}

}  // namespace

std::vector<faulty_kernel> read_faulty_kernels(const fs::path& folder) {
  std::vector<faulty_kernel> result;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") result.push_back(read_one(entry.path()));
  std::sort(result.begin(), result.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return result;
}

std::vector<finding> find_faults(const faulty_kernel& kernel, unsigned host_threads) {
  const auto compiled = shared_compiler().compile({.name = kernel.name + ".cu",
                                                   .source = kernel.source,
                                                   .expression = "kernel",
                                                   .architecture = kernel.architecture});
  simt_backend machine({.host_threads = host_threads, .step_limit = std::uint64_t{1} << 24});
  const auto handle = machine.load(*compiled);
  std::vector<argument_bytes> arguments;
  for (const auto& argument : kernel.arguments)
    arguments.push_back(make_argument(machine, argument));
  machine.enqueue(handle, kernel.shape,
                  std::vector<std::span<const std::byte>>(arguments.begin(), arguments.end()));
  try {
    machine.synchronize();
  } catch (const device_error&) {
    // Whatever ended the launch is among the findings, or the test misses it there.
  }
  return machine.take_findings();
}

}  // namespace warpmark::simt
