#include <algorithm>
#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/counted.hpp"
#include "base/demangle.hpp"
#include "bench/inspect/annotated_source.hpp"
#include "bench/inspect/phase_table.hpp"
#include "bench/inspect/ratios.hpp"
#include "bench/inspect/report.hpp"

namespace warpmark::inspect {
namespace {

std::string grouped(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ' ');
  return digits;
}

std::string heading(const launch_definition& launch, const launch_outcome& seen) {
  std::string text = fmt::format("{}  grid {}  block {}", launch.entry,
                                 extent_text(launch.shape.grid), extent_text(launch.shape.block));
  if (launch.shape.cluster.count() > 1)
    text += fmt::format("  cluster {}", extent_text(launch.shape.cluster));
  if (launch.shape.dynamic_shared_bytes > 0)
    text += fmt::format("  {} bytes of dynamic shared memory", launch.shape.dynamic_shared_bytes);
  if (launch.shape.cooperative) text += "  cooperative";
  if (launch.repeat != 1) text += fmt::format("  {} times", launch.repeat);
  text += '\n';
  const auto& resources = seen.kernel->resources;
  if (resources.registers > 0) {
    text += fmt::format("  {} registers, {} bytes of static shared memory, {} bytes of stack",
                        resources.registers, resources.static_shared_bytes, resources.stack_bytes);
    if (resources.spill_store_bytes + resources.spill_load_bytes > 0)
      text += fmt::format(", spills of {} bytes", resources.spill_store_bytes);
    if (seen.resident_blocks)
      text += fmt::format("; {} blocks per multiprocessor", *seen.resident_blocks);
    text += '\n';
  }
  return text;
}

std::string counter_table(const launch_outcome& seen) {
  std::vector<std::pair<std::string, std::string>> cells;
  std::size_t name_width = 0, value_width = 0;
  for (const auto& [name, value] : seen.counters) {
    if (value == 0) continue;
    cells.emplace_back(name, grouped(value));
    name_width = std::max(name_width, name.size());
    value_width = std::max(value_width, cells.back().second.size());
  }
  std::string text;
  // As many fit on a terminal.
  constexpr std::size_t columns = 2;
  const std::size_t rows = (cells.size() + columns - 1) / columns;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = row; i < cells.size(); i += rows)
      text +=
          fmt::format("  {:<{}} {:>{}}", cells[i].first, name_width, cells[i].second, value_width);
    text += '\n';
  }
  return text;
}

std::string ratio_lines(const launch_outcome& seen) {
  std::string text;
  for (const auto& ratio : ratios_of(seen.counters))
    text += fmt::format("  {:<44} {:>8.2f}  {}\n", ratio.name, ratio.value, ratio.remark);
  return text;
}

std::string finding_lines(const inspection& seen, const finding& found) {
  std::string text =
      fmt::format("{}:{}: {}: {}\n", found.file, found.line, found.kind, found.message);
  text += fmt::format(
      "    in {}, block ({},{},{}), warp {}, {} ({:#010x})\n", demangled(found.kernel),
      found.block.x, found.block.y, found.block.z, found.warp,
      counted(static_cast<std::uint64_t>(std::popcount(found.lanes)), "lane"), found.lanes);
  const std::string line = quoted_line(seen, found.file, found.line);
  if (!line.empty()) text += fmt::format("    {}\n", line);
  if (found.other) {
    const finding_side& other = *found.other;
    text += fmt::format("    the other side: {}:{}, block ({},{},{}), warp {}, lanes {:#010x}\n",
                        other.file, other.line, other.block.x, other.block.y, other.block.z,
                        other.warp, other.lanes);
    const std::string there = quoted_line(seen, other.file, other.line);
    if (!there.empty()) text += fmt::format("    {}\n", there);
  }
  return text;
}

std::string output_lines(const specification& specification, const inspection& seen,
                         const output_requests& outputs) {
  std::string text;
  for (const auto& print : outputs.prints) {
    const auto& buffer = *specification.find_buffer(print.buffer);
    const auto values = printed(print, buffer, seen.contents.at(print.buffer));
    text += fmt::format("{}[{}..] = {}{}\n", print.buffer, print.first, fmt::join(values, " "),
                        print.first + print.count < buffer.count() ? " …" : "");
  }
  for (const auto& hash : outputs.hashes)
    text += fmt::format("{} sha256 {}\n", hash, hashed(seen.contents.at(hash)));
  return text;
}

}  // namespace

std::string report_text(const specification& specification, const inspection& seen,
                        const output_requests& outputs, listing lines) {
  std::string text = fmt::format("on {} ({})\n", seen.backend, seen.device);
  for (const auto& launch : seen.launches) {
    text += '\n' + heading(specification.launches[launch.launch], launch) + counter_table(launch) +
            ratio_lines(launch) + phase_tables(launch.phases);
    text += annotated_source(seen, launch, lines);
    for (const auto& found : launch.findings) text += finding_lines(seen, found);
    if (!launch.error.empty()) text += fmt::format("error: {}\n", launch.error);
  }
  if (!seen.contents.empty()) text += '\n' + output_lines(specification, seen, outputs);
  return text;
}

bool has_faults(const inspection& seen) {
  return std::any_of(seen.launches.begin(), seen.launches.end(), [](const auto& launch) {
    return !launch.findings.empty() || !launch.error.empty();
  });
}

std::string extent_text(const extent3& extent) {
  if (extent.z > 1) return fmt::format("{}x{}x{}", extent.x, extent.y, extent.z);
  if (extent.y > 1) return fmt::format("{}x{}", extent.x, extent.y);
  return fmt::format("{}", extent.x);
}

std::string quoted_line(const inspection& seen, const std::string& file, int line) {
  const auto found = seen.sources.find(file);
  if (found == seen.sources.end() || line < 1) return "";
  std::string_view rest = found->second.original;
  for (int i = 1; i < line; ++i) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) return "";
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  const auto begin = rest.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  rest = rest.substr(begin);
  while (rest.ends_with('\r') || rest.ends_with(' ')) rest.remove_suffix(1);
  return std::string(rest);
}

}  // namespace warpmark::inspect
