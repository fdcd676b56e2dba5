#include "simt/ptx/location_parser.hpp"

#include <limits>

namespace warpmark::simt {
namespace {

constexpr std::uint64_t max_number = std::numeric_limits<int>::max();

int number(token_cursor& at) { return static_cast<int>(at.integer_up_to(max_number, "number")); }

}  // namespace

location_parser::position location_parser::read_position(token_cursor& at) {
  position result;
  result.file = number(at);
  result.line = number(at);
  if (at.peek().what == token::kind::number) result.column = number(at);
  return result;
}

source_place location_parser::read(token_cursor& at) {
  const int ptx_line = at.peek().line;
  const position here = read_position(at);
  std::uint32_t call = 0;
  if (at.peek().line == ptx_line && at.accept(",") && at.accept("function_name")) {
    call_key key{.label = std::string(at.take().text), .from = {}};
    if (at.accept("+")) key.label += "+" + std::to_string(at.integer());
    at.accept(",");
    if (at.accept("inlined_at")) {
      key.from = read_position(at);
      if (const auto found = calls_at_.find(key.from); found != calls_at_.end())
        key.parent = found->second;
      call = number_of(key);
    }
  }
  calls_at_[here] = call;
  while (at.peek().line == ptx_line && !at.at_end()) at.take();
  return {here.file, here.line, call};
}

std::uint32_t location_parser::number_of(const call_key& key) {
  const auto [found, added] =
      numbers_.try_emplace(key, static_cast<std::uint32_t>(numbers_.size()) + 1);
  if (added) into_.calls.push_back({key.label, {key.from.file, key.from.line, key.parent}});
  return found->second;
}

void location_parser::read_section(token_cursor& at) {
  if (!at.accept(".debug_str")) return at.skip_past("}");
  at.expect("{");
  while (!at.accept("}")) {
    if (at.at_end()) at.fail("a section without '}'");
    if (at.peek(1).is(":")) {
      labels_[std::string(at.take().text)] = strings_.size();
      at.take();
    } else if (at.peek().what == token::kind::number) {
      strings_ += static_cast<char>(at.integer());
    } else {
      at.take();
    }
  }
}

void location_parser::finish() {
  for (inlined_call& call : into_.calls) {
    const std::string label = call.function.substr(0, call.function.find('+'));
    std::size_t offset = 0;
    if (label.size() < call.function.size())
      offset = std::stoul(call.function.substr(label.size() + 1));
    call.function.clear();
    const auto found = labels_.find(label);
    if (found == labels_.end() || offset >= strings_.size() - found->second) continue;
    const std::size_t begin = found->second + offset;
    call.function = strings_.substr(begin, strings_.find('\0', begin) - begin);
  }
}

}  // namespace warpmark::simt
