#include "bench/inspect/declaration.hpp"

#include <algorithm>
#include <array>

#include "bench/inspect/declaration_head.hpp"

namespace warpmark::inspect {
namespace {

constexpr std::array library_names = {"std", "cuda", "cub", "thrust", "cooperative_groups"};
constexpr std::array class_scope_labels = {"public", "private", "protected"};

template <std::size_t N>
bool is_any(std::string_view text, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// Reads the declarations of one scope after the other, into one list.
class declaration_reader {
 public:
  declaration_reader(const token_list& source, const macro_table& macros)
      : reader_(source.tokens, macros) {}

  std::vector<declaration> run() {
    while (!reader_.at_end()) {
      if (reader_.is(";"))
        reader_.advance();
      else if (reader_.is("}"))
        close_scope();
      else if (!opens_scope())
        add();
    }
    return std::move(found_);
  }

 private:
  void close_scope() {
    if (!scopes_.empty()) scopes_.pop_back();
    reader_.advance();
  }

  // Of a namespace or extern "C".
  bool opens_scope() {
    std::size_t ahead = 0;
    if (reader_.text(ahead) == "inline") ++ahead;
    const bool is_namespace = reader_.text(ahead) == "namespace";
    const bool is_linkage = reader_.text() == "extern" && reader_.what(1) == token::kind::literal;
    if (!is_namespace && !is_linkage) return false;
    bool in_library = !scopes_.empty() && scopes_.back();
    for (++ahead; reader_.text(ahead) != "{"; ++ahead) {
      const auto text = reader_.text(ahead);
      if (text.empty() || text == ";" || text == "=" || (is_linkage && ahead > 1)) return false;
      in_library = in_library || is_any(text, library_names);
    }
    scopes_.push_back(in_library);
    reader_.advance(ahead + 1);
    return true;
  }

  void add() {
    declaration read = reader_.read(head_reader::scope::file);
    read.in_library = !scopes_.empty() && scopes_.back();
    if (read.what == declaration::kind::type) members(read);
    found_.push_back(std::move(read));
  }

  // Functions for the host in the class, and in classes in it.
  void members(declaration& of) {
    const auto body = reader_.last_body();
    if (body.begin == body.end) return;
    const std::size_t resume = reader_.position();
    reader_.set_position(body.begin);
    while (reader_.position() < body.end) member(of);
    reader_.set_position(resume);
  }

  void member(declaration& of) {
    if (reader_.is(";") || reader_.is("}")) return reader_.advance();
    if (is_any(reader_.text(), class_scope_labels)) {
      reader_.advance();
      return reader_.is(":") ? reader_.advance() : void();
    }
    declaration read = reader_.read(head_reader::scope::in_class);
    if (read.what == declaration::kind::type) {
      members(read);
      of.host_members.insert(of.host_members.end(), read.host_members.begin(),
                             read.host_members.end());
    } else if (read.what == declaration::kind::function && !read.is_for_device &&
               reader_.last_is_removable()) {
      of.host_members.push_back(read.range);
    }
  }

  head_reader reader_;
  std::vector<bool> scopes_;  // Whether they belong to a library.
  std::vector<declaration> found_;
};

}  // namespace

std::vector<declaration> declarations_of(const token_list& source, const macro_table& macros) {
  return declaration_reader(source, macros).run();
}

}  // namespace warpmark::inspect
