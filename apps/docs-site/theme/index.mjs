// Sets VitePress's theme in the product's colours.
import theme from 'vitepress/theme';
import './style.css';

export default theme;
