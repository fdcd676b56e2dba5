#include "simt/ptx/merged_accesses.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <vector>

#include "simt/ptx/alignment.hpp"

namespace warpmark::simt {
namespace {

constexpr std::uint32_t absolute = ~std::uint32_t{0};

// One access that may be merged with similar ones.
struct candidate {
  std::uint32_t index = 0;  // Of the statement.
  std::int64_t offset = 0;  // From the base.
};

// Common properties of the candidates of one group.
struct group_key {
  std::uint32_t base = absolute;  // A flat register.
  std::uint32_t guard = absolute;
  bool guard_negated = false;
  bool load = true;
  unsigned size = 4;
  auto operator<=>(const group_key&) const = default;
};

class merger {
 public:
  explicit merger(const flat_program& program)
      : program_(program), zero_bits_(known_zero_bits(program)) {}

  std::map<std::uint32_t, merged_access> run() {
    const std::set<std::uint32_t> leaders = block_leaders();
    for (std::uint32_t i = 0; i < program_.statements.size(); ++i) {
      if (leaders.contains(i)) close_all();
      visit(i);
    }
    close_all();
    return std::move(merged_);
  }

 private:
  std::set<std::uint32_t> block_leaders() const {
    std::set<std::uint32_t> leaders;
    for (std::uint32_t i = 0; i < program_.statements.size(); ++i) {
      const statement& source = *program_.statements[i].source;
      const call_frame& frame = program_.frames[program_.statements[i].frame];
      for (const operand& item : source.operands)
        if (item.what == operand::kind::label) leaders.insert(frame.positions[item.index]);
      const std::string& op = source.opcode;
      if (op == "bra" || op == "brx" || op == "ret" || op == "exit" || op == "call" || op == "trap")
        leaders.insert(i + 1);
    }
    return leaders;
  }

  void visit(std::uint32_t index) {
    const flat_statement& flat_statement = program_.statements[index];
    const statement& source = *flat_statement.source;
    const std::string& op = source.opcode;
    const bool load = op == "ld", store = op == "st";
    if (op == "bar" || op == "barrier" || op == "membar" || op == "fence") return close_all();
    if (load || store || op == "atom" || op == "red") {
      if (reaches_shared(flat_statement)) {
        // Stores stay after the loads before them, and in order with each other.
        const bool known = (load || store) && add(index, load);
        if (!load) close_if([](const group_key& key) { return key.load; });
        if (!known || load) close_if([](const group_key& key) { return !key.load; });
      }
    }
    if (!store && op != "red") close_redefined(flat_statement);
  }

  bool reaches_shared(const flat_statement& flat_statement) const {
    for (const std::string& word : flat_statement.source->modifiers) {
      if (word.starts_with("shared")) return true;
      if (word == "global" || word == "local" || word == "const" || word.starts_with("param"))
        return false;
    }
    return true;
  }

  // Adds the access to its group; false if it cannot be merged.
  bool add(std::uint32_t index, bool load) {
    const flat_statement& flat_statement = program_.statements[index];
    const statement& source = *flat_statement.source;
    if (!source.has("shared") && !source.has("shared::cta")) return false;
    for (const char* word : {"volatile", "relaxed", "acquire", "release", "v2", "v4"})
      if (source.has(word)) return false;
    const auto type = parse_scalar_type(source.modifiers.back());
    if (!type || (size_of(*type) != 4 && size_of(*type) != 8)) return false;
    const operand& address = source.operands[load ? 1 : 0];
    if (address.what != operand::kind::address) return false;
    const std::uint32_t first = program_.frames[flat_statement.frame].first_register;
    group_key key{.load = load, .size = size_of(*type)};
    std::int64_t offset = address.offset;
    const operand& base = address.parts[0];
    if (base.what == operand::kind::reg) {
      key.base = first + base.index;
    } else if (const variable_place* place = program_.find(flat_statement.frame, base.name)) {
      offset += base.offset + static_cast<std::int64_t>(place->address);
    } else {
      return false;
    }
    if (source.guard) {
      key.guard = first + source.guard->index;
      key.guard_negated = source.guard->negated;
    }
    if (!load) close_if([&](const group_key& other) { return !other.load && other != key; });
    groups_[key].push_back({index, offset});
    return true;
  }

  void close_redefined(const flat_statement& flat_statement) {
    if (flat_statement.source->operands.empty()) return;
    const std::uint32_t first = program_.frames[flat_statement.frame].first_register;
    const operand& to = flat_statement.source->operands[0];
    const auto close = [&](const operand& result) {
      if (result.what != operand::kind::reg) return;
      const std::uint32_t changed = first + result.index;
      close_if([&](const group_key& key) { return key.base == changed || key.guard == changed; });
    };
    close(to);
    if (to.what != operand::kind::address)
      for (const operand& part : to.parts) close(part);
  }

  template <class Predicate>
  void close_if(Predicate&& matches) {
    for (auto item = groups_.begin(); item != groups_.end();) {
      if (matches(item->first)) {
        merge(item->first, item->second);
        item = groups_.erase(item);
      } else {
        ++item;
      }
    }
  }
  void close_all() {
    close_if([](const group_key&) { return true; });
  }

  void merge(const group_key& key, std::vector<candidate> members) {
    const unsigned known = key.base == absolute ? 4 : zero_bits_[key.base];
    const std::size_t words = 16 / key.size;
    if (known >= 4) merge_windows(members, 16, key.size == 8 || !key.load ? words : words - 1);
    if (known >= 3 && key.size == 4) merge_windows(members, 8, 2);
  }

  // Merges the members of each aligned window that has at least `enough` different words, and
  // takes them out of the list.
  void merge_windows(std::vector<candidate>& members, std::int64_t window, std::size_t enough) {
    std::map<std::int64_t, std::vector<candidate>> windows;
    for (const candidate& member : members) windows[member.offset & -window].push_back(member);
    members.clear();
    for (const auto& [begin, inside] : windows) {
      std::set<std::int64_t> different;
      for (const candidate& candidate : inside) different.insert(candidate.offset);
      if (different.size() < enough) {
        members.insert(members.end(), inside.begin(), inside.end());
        continue;
      }
      for (const candidate& candidate : inside) merged_[candidate.index] = {};
      merged_[inside.front().index].bytes = static_cast<std::uint32_t>(window);
    }
  }

  const flat_program& program_;
  std::vector<std::uint8_t> zero_bits_;
  std::map<group_key, std::vector<candidate>> groups_;
  std::map<std::uint32_t, merged_access> merged_;
};

}  // namespace

std::map<std::uint32_t, merged_access> merged_shared_accesses(const flat_program& program) {
  return merger(program).run();
}

}  // namespace warpmark::simt
