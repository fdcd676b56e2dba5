#include "simt/execution/kernel_loops.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/demangle.hpp"

namespace warpmark::simt {
namespace {

// The slot of the predicate that always holds is the first one.
bool is_guarded(const instruction& in) { return in.guard != 0 || in.guard_flip != 0; }

// The function whose code an instruction is in; 0 is the kernel.
std::size_t function_at(const kernel_program& program, std::uint32_t site) {
  std::size_t found = 0;
  for (std::size_t f = 0; f < program.functions.size(); ++f)
    if (program.functions[f].entry <= site &&
        program.functions[f].entry >= program.functions[found].entry)
      found = f;
  return found;
}

std::vector<flow_node> flow_nodes(const kernel_program& program) {
  std::vector<flow_node> nodes(program.code.size());
  std::vector<std::vector<std::uint32_t>> returns(program.functions.size());
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const instruction& in = program.code[i];
    flow_node& node = nodes[i];
    switch (in.control) {
      case flow::branch:
        node = {{in.target}, is_guarded(in)};
        break;
      case flow::branch_table:
        node = {program.branch_tables[in.target], is_guarded(in)};
        break;
      case flow::call:
        for (std::size_t f = 1; f < program.functions.size(); ++f) {
          if (in.immediate != 0 && f != static_cast<std::size_t>(in.immediate)) continue;
          node.targets.push_back(program.functions[f].entry);
          returns[f].push_back(i + 1);
        }
        node.falls_through = is_guarded(in);
        break;
      case flow::ret:
      case flow::exit:
      case flow::trap:
        node.falls_through = is_guarded(in);
        break;
      default:
        break;
    }
  }
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    if (program.code[i].control == flow::ret) nodes[i].targets = returns[function_at(program, i)];
  return nodes;
}

}  // namespace

void branch_trace::find(std::uint32_t site) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const entry& item) { return item.site == site; });
  last_ = static_cast<std::size_t>(found - entries_.begin());
  if (found == entries_.end()) entries_.push_back({site, 0});
}

kernel_loops::kernel_loops(const kernel_program& program)
    : program_(program), nodes_(flow_nodes(program)), nest_(nodes_) {}

std::int32_t kernel_loops::repeated(std::uint32_t site, const branch_trace& trace) const {
  std::int32_t outermost = no_loop;
  for (const auto& entry : trace.entries())
    for (const std::uint32_t target : nodes_[entry.site].targets) {
      const std::int32_t loop = nest_.common(entry.site, target);
      if (loop != no_loop && nest_.contains(loop, site) &&
          (outermost == no_loop || loop < outermost))
        outermost = loop;
    }
  if (outermost == no_loop) return no_loop;
  const bool stayed =
      std::all_of(trace.entries().begin(), trace.entries().end(),
                  [&](const auto& entry) { return nest_.contains(outermost, entry.site); });
  return stayed ? outermost : no_loop;
}

bool kernel_loops::has_exit(std::int32_t loop) const {
  const auto members = nest_.members(loop);
  return std::any_of(members.begin(), members.end(), [&](std::uint32_t i) {
    const flow here = program_.code[i].control;
    if (here == flow::exit || here == flow::trap) return true;
    const auto& targets = nodes_[i].targets;
    return std::any_of(targets.begin(), targets.end(),
                       [&](std::uint32_t to) { return !nest_.contains(loop, to); }) ||
           (nodes_[i].falls_through && (i + 1 == nodes_.size() || !nest_.contains(loop, i + 1)));
  });
}

std::vector<std::size_t> kernel_loops::exit_comparisons(std::int32_t loop) const {
  std::vector<std::size_t> result;
  for (const std::uint32_t i : nest_.members(loop)) {
    const instruction& in = program_.code[i];
    if (!is_guarded(in)) continue;
    bool leaves = in.control == flow::exit || in.control == flow::trap;
    if (in.control == flow::branch)
      leaves = !nest_.contains(loop, in.target) || i + 1 == nodes_.size() ||
               !nest_.contains(loop, i + 1);
    if (!leaves) continue;
    for (std::size_t c = 0; c < program_.comparisons.size(); ++c) {
      const std::uint32_t site = program_.comparisons[c].site;
      if (nest_.contains(loop, site) && program_.code[site].op[0] == in.guard) result.push_back(c);
    }
  }
  return result;
}

kernel_loops::lines kernel_loops::lines_of(std::int32_t loop) const {
  const auto members = nest_.members(loop);
  // The branch back has the line of the loop's statement, and belongs to the function that the loop
  // is written in; the code between may be that of inlined functions.
  std::uint32_t latch = members.front();
  for (const std::uint32_t i : members)
    for (const std::uint32_t to : nodes_[i].targets)
      if (to <= i && nest_.common(i, to) == loop && program_.places[i].source.line != 0) latch = i;
  const source_place& place = program_.places[latch].source;
  lines result{.site = latch, .last = place.line, .function = program_.sources.function(place)};
  if (result.function.empty())
    if (const std::size_t called = function_at(program_, latch); called != 0)
      result.function = demangled(program_.functions[called].name);
  for (const std::uint32_t i : members) {
    const source_place& other = program_.places[i].source;
    if (other.file != place.file || other.call != place.call || other.line == 0) continue;
    if (other.line < program_.places[result.site].source.line) result.site = i;
    result.last = std::max(result.last, other.line);
  }
  return result;
}

std::string kernel_loops::text(std::int32_t loop) const {
  const lines found = lines_of(loop);
  std::string text = "the loop at " + place_text(program_, found.site);
  const source_place& first = program_.places[found.site].source;
  const source_place users = program_.sources.users(first);
  if (first.line != 0 && users.file == first.file && users.line == first.line) {
    text = fmt::format("the loop at {}", program_.sources.text(first));
    if (found.last != first.line) text += fmt::format("-{}", found.last);
  }
  if (!found.function.empty()) text += fmt::format(" in {}", found.function);
  return text;
}

}  // namespace warpmark::simt
