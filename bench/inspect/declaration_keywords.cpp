#include "bench/inspect/declaration_head.hpp"
#include "bench/inspect/declaration_words.hpp"

// The declarations that head_reader knows by their first word or macro.

namespace warpmark::inspect {

// Declarations that their first word tells. Also skips "template <...>".
bool head_reader::read_by_keyword(declaration& to) {
  if ((is("template") && text(1) != "<") || (is("extern") && text(1) == "template")) {
    to.what = declaration::kind::instantiation;
    skip_statement();
    return true;
  }
  while (is("template") && text(1) == "<") {
    advance();
    skip_angles();
  }
  if (is("static_assert") || is("_Static_assert"))
    to.what = declaration::kind::assertion;
  else if (is("using"))
    read_using(to);
  else if (is("typedef") || is("concept") || is("namespace"))
    to.what = declaration::kind::alias;
  else
    return false;
  to.is_for_device = true;
  if (is("concept") || is("namespace")) to.names.push_back(text(1));
  const bool takes_all = is("typedef");
  const std::size_t first = at_;
  skip_statement();
  // Not those in braces, which are members.
  int braces = 0;
  for (std::size_t i = first; takes_all && i + 1 < at_; ++i) {
    if (at(i).text == "{") ++braces;
    if (at(i).text == "}") --braces;
    if (braces == 0 && at(i).what == token::kind::word && !is_one_of(at(i).text, type_keywords) &&
        is_one_of(at(i + 1).text, alias_ends))
      to.names.push_back(at(i).text);
  }
  return true;
}

void head_reader::read_using(declaration& to) {
  to.what = text(1) == "namespace" ? declaration::kind::directive : declaration::kind::alias;
  if (to.what == declaration::kind::alias && text(2) == "=") return to.names.push_back(text(1));
  // "using a::b, c::d;" declares b and d; of a directive the outermost name matters.
  for (std::size_t ahead = 1; !text(ahead).empty() && text(ahead) != ";"; ++ahead)
    if (what(ahead) == token::kind::word &&
        (to.what == declaration::kind::directive || text(ahead + 1) == ";" ||
         text(ahead + 1) == "," || text(ahead + 1) == "="))
      to.names.push_back(text(ahead));
}

// "DEFINE_KERNELS(float)" or "BEGIN_NAMESPACE" in place of a declaration.
bool head_reader::read_macro_use(declaration& to, scope within) {
  const auto name = text();
  if (what(0) != token::kind::word || is_one_of(name, attribute_words)) return false;
  const bool is_known = macros_.is_macro(name), is_whole = macros_.is_declaration(name);
  to.what = declaration::kind::macro_use;
  to.is_for_device = macros_.qualifies_for_device(name);
  if (text(1) != "(" || (is_known && !macros_.has_parameters(name))) {
    if (!is_whole || macros_.has_parameters(name)) return false;
    // Such as the brackets of a namespace.
    to.is_for_device = to.in_library = true;
    to.names = {name};
    advance();
    return true;
  }
  if (within == scope::in_class && !is_known) return false;
  advance();
  skip_group();
  const bool is_next_line =
      !at_end() && at(at_).starts_line && what(0) == token::kind::word && !is_known;
  if (!is_whole && !is(";") && !is_next_line && !at_end()) {
    at_ = begin_;
    return false;
  }
  for (std::size_t i = begin_; i < at_; ++i)
    if (at(i).what == token::kind::word) to.names.push_back(at(i).text);
  // A body may follow a macro that makes the head of a function.
  if (is("{")) skip_group();
  if (is(";")) advance();
  return true;
}

}  // namespace warpmark::inspect
